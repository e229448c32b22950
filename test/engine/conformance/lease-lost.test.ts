import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { keyword } from '../embedded/array-source.ts';
import { describeOnCluster, SearchedCatalog, startEngine } from './engines.ts';

const [NODE] = (process.env.BRCTL_TEST_OPENSEARCH ?? '').split(',');
const lamp = (title: string) => ({ attributes: { title, price: 10 } });

async function cluster(method: string, target: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${NODE}${target}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

const documentAt = (id: string) => `/brctl-control/_doc/${encodeURIComponent(id)}`;

/** Another process takes the lease over, as one does that has not heard of the holder for long enough: lease and announcement bear a new term. */
async function takeOver(scope: string, catalog: string): Promise<void> {
  const lease = documentAt(`lease ${scope} ${catalog}`);
  const announcement = documentAt(`catalog ${scope} ${catalog}`);
  const [{ _source: held }, { _source: announced }] = [
    await cluster('GET', lease),
    await cluster('GET', announcement),
  ];
  const { term, ...rest } = held as { term: number };
  const holder = { id: 'another', name: 'process 1 on another', place: 'elsewhere' };
  await cluster('PUT', lease, { ...rest, holder, term: term + 1 });
  await cluster('PUT', announcement, { ...(announced as object), term: term + 1 });
}

describeOnCluster('a writer that another has taken over from, with the opensearch engine', ({ open }) => {
  const { engine, folder } = startEngine(open);
  const scope = path.basename(folder);

  it('ends its index run, and nothing of it is ever seen', async () => {
    const catalog = await SearchedCatalog.of(engine, { P1: lamp('Oak lamp'), P2: lamp('Oak table') });
    const { name } = catalog.published.ref;
    const stopped = (isStopped: boolean | null) =>
      cluster('PUT', `/${name}/_settings`, { 'index.blocks.write': isStopped });
    // The run is in the middle of its writes until it ends.
    await stopped(true);
    catalog.stored.apply({ P1: lamp('Oak chair') });
    const run = expect(catalog.build()).rejects.toMatchObject({
      kind: 'locked',
      code: 'engine.lease_lost',
    });
    await takeOver(scope, catalog.name);
    await run;
    await stopped(null);
    await cluster('POST', `/${name}/_refresh`);
    expect(await catalog.ids({ recall: keyword('lamp') })).toEqual(['P1']);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    await catalog.drop();
  });

  it('ends a full build, too: the version before answers on, and the new index is removed', async () => {
    const catalog = await SearchedCatalog.of(engine, { P1: lamp('Oak lamp'), P2: lamp('Oak table') });
    const { ref } = catalog.published;
    const indexes = ref.name.replace(/[^-]*-[^-]*-[^-]*-[^-]*-[^-]*$/, '*');
    // The new index takes no document: the run is in the middle of its writes until it ends.
    const template = `/_index_template/stopped-${scope.toLowerCase()}`;
    const settings = { 'index.blocks.write': true };
    await cluster('PUT', template, { index_patterns: [indexes], template: { settings } });
    catalog.stored.apply({ P1: lamp('Oak chair') });
    const run = expect(catalog.build(null)).rejects.toMatchObject({ code: 'engine.lease_lost' });
    const there = async () => Object.keys(await cluster('GET', `/${indexes}`));
    await vi.waitUntil(async () => (await there()).length === 2, { timeout: 60_000 });
    await takeOver(scope, catalog.name);
    await run;
    await cluster('DELETE', template);
    expect(await there()).toEqual([ref.name]);
    expect(await catalog.ids({ recall: keyword('lamp') })).toEqual(['P1']);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    const { _source } = await cluster('GET', documentAt(`catalog ${scope} ${catalog.name}`));
    expect(_source).toMatchObject({ index: ref.name, version: ref.version });
    await catalog.drop();
  });

  it('does not publish what it has built', async () => {
    const catalog = await SearchedCatalog.of(engine, { P1: lamp('Oak lamp') });
    const before = catalog.published;
    catalog.stored.apply({ P1: lamp('Oak chair') });
    const built = await catalog.build();
    await takeOver(scope, catalog.name);
    const publication = engine.publish({ ...before, ref: built.ref, fields: built.fields });
    await expect(publication).rejects.toMatchObject({
      code: expect.stringMatching(/^engine\.(lease_lost|written_elsewhere)$/),
    });
    expect(await catalog.ids({ recall: keyword('lamp') })).toEqual(['P1']);
    const { _source } = await cluster('GET', documentAt(`catalog ${scope} ${catalog.name}`));
    expect(_source).toMatchObject({ version: before.ref.version });
    await catalog.drop();
  });
});
