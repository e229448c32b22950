import type { SearchSettings } from '../../engine.ts';
import type { KeywordPlan } from '../../keywords/questions.ts';
import { computeTermWeight } from '../../ranking/word-weights.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import type { CatalogWords } from '../catalog-words.ts';
import type { Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { computeLengthNorms, scorePosting } from './scoring.ts';

export interface ScoredDocuments {
  ids: Uint32Array;
  /** Null where every document counts the same. */
  scores: Float32Array | null;
}

/** Gives the scores of documents, which ascend and are among those that were found. */
export type Score = (ids: Uint32Array) => Float32Array;

export interface Matches {
  ids: Uint32Array;
  score: Score;
}

/** Documents of the mask that hold every term, ascending. Taken from the query's scratch memory. */
export function matchAll(snapshot: Snapshot, lists: readonly Postings[], mask: Uint8Array): Uint32Array {
  const [lead, ...others] = sortByCount(lists);
  if (!lead) return new Uint32Array();
  let ids = keepVisible(snapshot, lead, mask);
  for (const other of others) ids = keepHeld(snapshot, other, ids);
  return ids;
}

export function scoreAll(snapshot: Snapshot, lists: readonly Postings[], ids: Uint32Array): Float32Array {
  const [lead, ...others] = sortByCount(lists);
  const sums = snapshot.scratch.list(Float64Array, ids.length).fill(0);
  for (const list of lead ? [...others, lead] : [])
    addScores(snapshot, list, computeTermWeight(snapshot.liveCount, list.count), ids, sums);
  const scores = snapshot.scratch.list(Float32Array, ids.length);
  scores.set(sums);
  return scores;
}

/** Adds what the list's term brings to the scores of documents, which ascend. */
export function addScores(
  snapshot: Snapshot,
  list: Postings,
  weight: number,
  ids: Uint32Array,
  sums: Float32Array | Float64Array,
  extra = 0,
): void {
  const norms = computeLengthNorms(snapshot);
  const fields = readFields(snapshot, list, ids);
  for (let at = 0; at < ids.length; at++) {
    const bits = fields[at] ?? 0;
    if (bits !== 0) sums[at] = (sums[at] ?? 0) + weight * (scorePosting(bits, ids[at] ?? 0, norms) + extra);
  }
}

function sortByCount(lists: readonly Postings[]): Postings[] {
  return [...lists].sort((a, b) => a.count - b.count);
}

function keepVisible(snapshot: Snapshot, { ids }: Postings, mask: Uint8Array): Uint32Array {
  const found = snapshot.scratch.list(Uint32Array, ids.length + 1);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    found[count] = ordinal;
    count += mask[ordinal] ?? 0;
  }
  return found.subarray(0, count);
}

/** The documents that the list has too; they take the place of the given ones. */
function keepHeld(snapshot: Snapshot, list: Postings, ids: Uint32Array): Uint32Array {
  const fields = readFields(snapshot, list, ids);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    ids[count] = ids[at] ?? 0;
    count += Number(fields[at] !== 0);
  }
  return ids.subarray(0, count);
}

/** In a list that is this many times as long, each document is sought by itself. */
const MAX_LENGTHS = 16;

/** The fields of each of some documents, which ascend, that hold the list's term; 0 of those that do not. */
function readFields(snapshot: Snapshot, { count, ids, fields }: Postings, asked: Uint32Array): Uint8Array {
  const found = snapshot.scratch.list(Uint8Array, asked.length);
  if (count > asked.length * MAX_LENGTHS) {
    for (let at = 0, place = 0; at < asked.length; at++) {
      place = seek(ids, asked[at] ?? 0, place);
      found[at] = ids[place] === asked[at] ? (fields[place] ?? 0) : 0;
    }
    return found;
  }
  const byOrdinal = snapshot.derive('fields', () => new Uint8Array(snapshot.ordinals)).fill(0);
  for (let at = 0; at < count; at++) byOrdinal[ids[at] ?? 0] = fields[at] ?? 0;
  for (let at = 0; at < asked.length; at++) found[at] = byOrdinal[asked[at] ?? 0] ?? 0;
  return found;
}

/** The first place from the given one on whose document is not before `ordinal`. */
function seek(ids: Uint32Array, ordinal: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < ids.length && (ids[low + step] ?? 0) < ordinal) {
    low += step;
    step *= 2;
  }
  let high = Math.min(ids.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] ?? 0) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface KeywordResult extends Matches {
  plan: KeywordPlan;
  /** Those of the documents that stand before the others whatever the order, as they hold every word; null where all are alike. */
  exact: Uint32Array | null;
}

export interface KeywordContext {
  snapshot: Snapshot;
  settings: Pick<SearchSettings, 'synonyms'> & Partial<LanguageSettings>;
  /** That the query is in; null for the base. */
  viewId?: string | null;
  postings: (term: QueryTerm) => Postings;
  words: CatalogWords;
  mask: Uint8Array;
}
