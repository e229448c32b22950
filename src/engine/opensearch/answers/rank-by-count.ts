import type { Clause } from '../documents/live-documents.ts';
import { precedingHits, reversed } from '../queries/preceding-hits.ts';
import { foundDocument, hitKey, type ScoredDocument } from './found-hits.ts';
import type { OpenVersion, RawHit } from './open-version.ts';
import { byScoreThenId } from './title-window.ts';

/** A hit's place, from 0, and the hit before it. */
export interface Place {
  at: number;
  own: ScoredDocument;
  above: ScoredDocument | undefined;
}

/** A place with the hit of the cluster from which the one before it was read, where it was. */
export interface CountedRank extends Place {
  hit: RawHit | undefined;
}

/** A hit whose score our own process has changed, with the one that the cluster gave it. */
export interface RescoredHit {
  key: string;
  given: ScoredDocument;
  moved: ScoredDocument;
}

/** The order in which hits are counted. */
export interface CountedOrder {
  version: OpenVersion;
  /** The request for hits of the query that meet one more clause. */
  bodyOf(options: Readonly<Record<string, unknown>>, clause?: Clause): object;
  keys: readonly Clause[];
  isByScore: boolean;
  moved: readonly RescoredHit[];
}

/**
 * The place of a hit that stands behind those that the cluster puts in their order: counts what stands before it, and asks for
 * the order backwards from there.
 *
 * @param own with its score
 * @param values that it is sorted by
 */
export async function rankByCount(
  order: CountedOrder,
  own: ScoredDocument,
  values: readonly unknown[],
): Promise<CountedRank> {
  const { version, bodyOf, keys, isByScore, moved } = order;
  const isBefore = (other: ScoredDocument) => byScoreThenId(other, own) < 0;
  const after = isByScore ? [own.score, own.id] : values;
  const backwards = { size: 1 + moved.length, sort: reversed(keys), search_after: after };
  const counts = isByScore ? scoreCounts(bodyOf, own) : [counting(bodyOf, precedingHits(keys, values))];
  const [nearest, ...counted] = await version.ask([bodyOf(backwards), ...counts]);
  const [first = 0, tied = 0, apart = 0] = counted.map(({ hits }) => hits.total?.value ?? 0);
  const risen = moved.filter((one) => one.moved.docid !== own.docid && isBefore(one.moved));
  const left = moved.filter(({ given }) => isBefore(given));
  const keysOfMoved = new Set(moved.map(({ key }) => key));
  const unmoved = nearest?.hits.hits.find((hit) => !keysOfMoved.has(hitKey(hit)));
  const before = [
    ...(unmoved === undefined ? [] : [foundDocument(unmoved)]),
    ...risen.map(({ moved: one }) => one),
  ];
  return {
    at: first + tied - apart + risen.length - left.length,
    own,
    above: isByScore ? before.sort(byScoreThenId).at(-1) : before[0],
    hit: unmoved,
  };
}

type BodyOf = CountedOrder['bodyOf'];

function counting(bodyOf: BodyOf, clause?: Clause, least?: number): object {
  return bodyOf({ size: 0, ...(least !== undefined && { min_score: least }) }, clause);
}

/** Counts of what scores more, of what has a lesser id and scores as much or more, and of that what scores more. */
function scoreCounts(bodyOf: BodyOf, { id, score }: ScoredDocument): object[] {
  const lesserId = { range: { id: { lt: id } } };
  const more = nextFloat(score);
  return [
    counting(bodyOf, undefined, more),
    counting(bodyOf, lesserId, score),
    counting(bodyOf, lesserId, more),
  ];
}

/** The next greater of the numbers that the cluster scores with. */
function nextFloat(value: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  view.setUint32(0, view.getUint32(0) + 1);
  return view.getFloat32(0);
}
