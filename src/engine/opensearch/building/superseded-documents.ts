import type { Cluster } from '../cluster/cluster.ts';
import { type EndedRecords, getLeaseTerm, type IndexState } from '../cluster/index-state.ts';
import { excludeNotLive } from '../documents/live-documents.ts';
import type { BulkSender } from './bulk-sender.ts';

/** Ids looked up with one request; a record has one base document. */
const IDS_PER_REQUEST = 5_000;

/** Readers in other processes have taken up a version by then, and have answered what they were asked of the one before. */
export const GRACE_MS = 15_000;

/**
 * Splits what a version has superseded into records whose grace is over and the others.
 *
 * @param stamp of the run that asks: times of another writer are those of its clock, and count from now on
 * @param publishedAtMs when the version was published, if this process has done so
 */
export function splitEnded(
  state: IndexState,
  { stamp, publishedAtMs, nowMs }: { stamp: number; publishedAtMs: number | null; nowMs: number },
): { due: EndedRecords[]; left: EndedRecords[] } {
  const isOurs = getLeaseTerm(state) === getLeaseTerm({ stamp });
  const timed = state.ended.map((records) => ({
    ...records,
    atMs: isOurs ? (records.atMs ?? publishedAtMs ?? nowMs) : nowMs,
  }));
  const isDue = ({ atMs }: EndedRecords) => atMs !== null && nowMs - atMs > GRACE_MS;
  return { due: timed.filter(isDue), left: timed.filter((records) => !isDue(records)) };
}

export async function removeDocuments(sender: BulkSender, due: readonly EndedRecords[]): Promise<void> {
  for (const { docids, views } of due) {
    for (const docid of docids) sender.remove(`${docid}`);
    for (const [docid, count] of views)
      for (let view = 0; view < count; view++) sender.remove(`${docid}:${view}`);
    await sender.room();
  }
}

export async function findSuperseded(cluster: Cluster, state: IndexState, ids: readonly string[]) {
  const records: { docid: number; views: number }[] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_REQUEST) {
    const { must_not } = excludeNotLive(state);
    const part = ids.slice(start, start + IDS_PER_REQUEST);
    const { hits } = await cluster.call<Found>(
      {
        method: 'POST',
        path: `/${state.index}/_search`,
        query: { allow_partial_search_results: false },
        body: {
          size: part.length,
          track_total_hits: false,
          // A stored field of each would have a block of them decompressed.
          _source: false,
          stored_fields: '_none_',
          docvalue_fields: ['docid', 'views'],
          query: { bool: { filter: [{ terms: { id: part } }, { term: { view: '' } }], must_not } },
        },
      },
      'looking up changed records',
    );
    for (const { fields } of hits.hits)
      records.push({ docid: fields.docid[0], views: fields.views?.length ?? 0 });
  }
  records.sort((a, b) => a.docid - b.docid);
  return {
    version: state.version,
    atMs: null,
    docids: records.map(({ docid }) => docid),
    views: records.flatMap(({ docid, views }) => (views === 0 ? [] : [[docid, views] as const])),
  };
}

interface Found {
  hits: { hits: { fields: { docid: [number]; views?: string[] } }[] };
}

export function countDocuments({ docids, views }: EndedRecords): number {
  return views.reduce((sum, [, count]) => sum + count, docids.length);
}
