import type { Cluster } from '../cluster/cluster.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { type Clause, livingIn, newerThan, ofRecords } from '../documents/living.ts';

/** Ids looked up with one request; a record has one base document. */
const IDS_A_REQUEST = 5_000;
const DELETE_MS = 300_000;

/** Removes what runs after this version have written and nobody has published. */
export async function removeUnpublished(cluster: Cluster, { index, version }: IndexState): Promise<void> {
  await refresh(cluster, index);
  const newer = newerThan(version);
  const { count } = await cluster.insist<{ count: number }>(
    { method: 'POST', path: `/${index}/_count`, body: { query: newer } },
    'looking for what was not published',
  );
  if (count > 0) await remove(cluster, index, newer);
}

/** Removes documents that no version has any more that is asked for. */
export async function removeEnded(cluster: Cluster, index: string, ended: readonly number[]): Promise<void> {
  for (const list of ofRecords(ended)) await remove(cluster, index, list);
}

/** What a version has of the records of these ids: their docids, ascending, and how many documents. */
export async function endedBy(
  cluster: Cluster,
  state: IndexState,
  ids: readonly string[],
): Promise<{ docids: number[]; documents: number }> {
  const found: number[] = [];
  let documents = 0;
  for (let at = 0; at < ids.length; at += IDS_A_REQUEST) {
    const { must_not } = livingIn(state);
    const asked = ids.slice(at, at + IDS_A_REQUEST);
    const { hits, aggregations } = await cluster.insist<Living>(
      {
        method: 'POST',
        path: `/${state.index}/_search`,
        query: { allow_partial_search_results: false },
        body: {
          size: asked.length,
          track_total_hits: false,
          // A stored field of each would have a block of them decompressed.
          _source: false,
          stored_fields: '_none_',
          docvalue_fields: ['docid'],
          query: { bool: { filter: [{ terms: { id: asked } }], must_not } },
          post_filter: { term: { view: '' } },
          aggs: { all: { filter: { match_all: {} } } },
        },
      },
      'looking up changed records',
    );
    for (const { fields } of hits.hits) found.push(fields.docid[0]);
    documents += aggregations.all.doc_count;
  }
  return { docids: found.sort((a, b) => a - b), documents };
}

interface Living {
  hits: { hits: { fields: { docid: [number] } }[] };
  aggregations: { all: { doc_count: number } };
}

async function remove(cluster: Cluster, index: string, query: Clause): Promise<void> {
  await cluster.insist(
    {
      method: 'POST',
      path: `/${index}/_delete_by_query`,
      query: { conflicts: 'proceed', refresh: true },
      body: { query },
      timeoutMs: DELETE_MS,
    },
    'removing old documents',
  );
}

async function refresh(cluster: Cluster, index: string): Promise<void> {
  await cluster.insist({ method: 'POST', path: `/${index}/_refresh` }, 'refreshing an index');
}
