import { afterAll, expect, it } from 'vitest';
import { AbortFlag } from '../../../src/base/process/abort-flag.ts';
import { type Origin, runIndex } from '../../../src/engine/opensearch/building/index-run.ts';
import { STEADY_CLOCK } from '../../../src/engine/opensearch/cluster/clock.ts';
import { Cluster } from '../../../src/engine/opensearch/cluster/cluster.ts';
import { generateIndexName } from '../../../src/engine/opensearch/cluster/index-names.ts';
import { CatalogVersions } from '../../../src/engine/opensearch/sharing/catalog-versions.ts';
import { ClusterDocuments } from '../../../src/engine/opensearch/sharing/control-documents.ts';
import { ArraySource } from '../embedded/array-source.ts';
import { describeOnCluster } from './engines.ts';

const CLUSTER = process.env.BRCTL_TEST_OPENSEARCH ?? '';
const lamp = (title: string) => ({ attributes: { title }, views: { de: { attributes: { title } } } });

describeOnCluster('superseded documents, with the opensearch engine', () => {
  const name = generateIndexName('superseded');
  const cluster = new Cluster({ urls: CLUSTER.split(',') });
  afterAll(async () => {
    await cluster.find({ method: 'DELETE', path: `/${name}` });
    await cluster.close();
  });

  it('are deleted by the bulk of the next delta behind their grace, those of views too', async () => {
    const versions = new CatalogVersions(new ClusterDocuments(cluster), 'superseded');
    const source = new ArraySource(
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`P${at}`, lamp(`Lamp ${at}`)])),
    );
    let stamp = 0;
    const run = (from: Origin | null) =>
      runIndex(
        {
          catalog: 'superseded',
          owner: 'superseded',
          newIndex: name,
          stamp: ++stamp,
          from,
          rebuiltFor: null,
          shards: 1,
        },
        source,
        { cluster, versions, abort: new AbortFlag() },
      );
    const apply = (id: string, publishedMsAgo: number) => {
      const { version } = source;
      source.apply({ [id]: lamp('Oak chair') });
      return run({ name, version, publishedAtMs: STEADY_CLOCK.nowMs() - publishedMsAgo });
    };
    const stored = async () => {
      const { count } = await cluster.call<{ count: number }>({ method: 'GET', path: `/${name}/_count` });
      return count;
    };

    await run(null);
    expect(await stored()).toBe(60);
    // In their grace, those of the version before are still there for its readers.
    const first = await apply('P3', 0);
    expect([first.mode, await stored()]).toEqual(['delta', 62]);
    await apply('P4', 1_000);
    expect(await stored()).toBe(64);
    // Those of P4 have been superseded for 20 s, those of P3 for one.
    const next = await apply('P5', 20_000);
    expect(await stored()).toBe(64);
    expect(next.state.ended.map(({ version }) => version)).toEqual([1, 3]);
    expect(next.state.documents).toBe(60);
    expect(await versions.find({ name, version: 2 })).toBe(null);
  });
});
