import { expect, it } from 'vitest';
import { DEFAULT_SEARCH_SETTINGS } from '../../../../src/engine/engine.ts';
import { OpenVersion } from '../../../../src/engine/opensearch/answers/open-version.ts';
import type { RecordCache } from '../../../../src/engine/opensearch/answers/record-cache.ts';
import { TracedSearch } from '../../../../src/engine/opensearch/answers/traced-search.ts';
import type { Cluster } from '../../../../src/engine/opensearch/cluster/cluster.ts';
import type { IndexState } from '../../../../src/engine/opensearch/cluster/index-state.ts';
import { keyword, query } from '../../embedded/array-source.ts';

/** The product that is named by its id, as the cluster gives it. */
const NAMED = { _score: 1e9, sort: [7, 'ABC-100'], fields: { docid: [1], view: [''] } };

interface Asked {
  size?: number;
  sort?: unknown;
  aggs?: Record<string, object>;
}

/** A cluster of 20,000 products, the one that is named behind all that it puts in their order. */
function answerTo(body: Asked): object {
  const text = JSON.stringify(body);
  if (text.includes('"sort":["_score"]')) return { hits: { hits: [{ _score: 50 }] } };
  if (body.size !== undefined && body.size < 3 && text.includes('{"term":{"docid":1}}'))
    return { hits: { total: { value: 1 }, hits: [NAMED] } };
  const aggregations = Object.fromEntries(
    Object.keys(body.aggs ?? {}).map((name) => [name, { doc_count: 1, buckets: [] }]),
  );
  return { hits: { total: { value: 20_000 }, hits: [] }, aggregations };
}

it('a product that is searched by its id has its score also behind all that is put in order', async () => {
  const call = async ({ lines, body }: { lines?: string; body?: Asked }) => {
    if (lines === undefined) return answerTo(body ?? {});
    const bodies = lines
      .trimEnd()
      .split('\n')
      .filter((_, at) => at % 2 === 1);
    return { responses: bodies.map((line) => answerTo(JSON.parse(line) as Asked)) };
  };
  const state = { index: 'i', version: 1, ended: [], gaps: [], fields: [], words: [], records: 20_000 };
  const version = new OpenVersion(
    { call } as unknown as Cluster,
    state as unknown as IndexState,
    { ...DEFAULT_SEARCH_SETTINGS, family: 'products' } as never,
    {} as RecordCache,
  );
  const sort = [{ field: 'price', direction: 'asc' as const }];
  const traced = await TracedSearch.of(version, query({ recall: keyword('ABC-100'), sort }));
  const [ranking] = await traced.rankings([{ docid: 1, view: '' }]);
  expect(ranking?.score).toBe(100);
});
