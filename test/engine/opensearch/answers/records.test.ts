import { expect, it } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS } from '../../../../src/engine/engine.ts';
import { createRecordCache, OpenVersion } from '../../../../src/engine/opensearch/answers/open-version.ts';
import type { Cluster, ClusterRequest } from '../../../../src/engine/opensearch/cluster/cluster.ts';
import { type IndexState, toStamp } from '../../../../src/engine/opensearch/cluster/index-state.ts';

/** Versions that share a cache of this size, of a cluster that has every record; tells which were asked for since the last call. */
function versions(bytes?: number) {
  const cache = createRecordCache(bytes);
  let asked: number[] = [];
  const send = async ({ lines = '' }: ClusterRequest) => {
    const [, body = ''] = lines.split('\n');
    asked = JSON.parse(body).query.bool.filter[0].terms.docid;
    const hits = asked.map((docid) => ({ sort: [docid], fields: { record: ['x'.repeat(500)] } }));
    return { responses: [{ status: 200, hits: { hits } }] };
  };
  const retry = (_what: string, attempt: () => Promise<unknown>) => attempt();
  return async (index: string, term: number, run: number, docids: number[]) => {
    asked = [];
    const state = { index, stamp: toStamp(term, run), fields: [] } as unknown as IndexState;
    const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const };
    await new OpenVersion({ send, retry } as unknown as Cluster, state, settings, cache).records(docids);
    return asked;
  };
}

it('a record is read once for all versions of one index and one writer', async () => {
  const read = versions();
  expect(await read('a', 1, 1, [7, 8])).toEqual([7, 8]);
  expect(await read('a', 1, 9, [8, 9, 7])).toEqual([9]);
  expect(await read('a', 2, 1, [7])).toEqual([7]);
  expect(await read('b', 1, 1, [7])).toEqual([7]);
});

it('records that were asked for the longest ago are forgotten when there is no room', async () => {
  const read = versions(20_000);
  const docids = Array.from({ length: 20 }, (_, docid) => docid);
  for (const docid of docids) await read('a', 1, 1, [docid, 0]);
  const again = await read('a', 1, 1, docids);
  expect(again).toEqual(docids.slice(1, 1 + again.length));
  expect(again.length).toBeGreaterThanOrEqual(4);
  expect(again.length).toBeLessThanOrEqual(6);
});
