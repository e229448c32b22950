import type { SearchSettings } from '../../engine.ts';
import type { KeywordPlan } from '../../keywords/questions.ts';
import { computeTermWeight } from '../../ranking/word-weights.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import type { CatalogWords } from '../catalog-words.ts';
import type { Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { computeLengthNorms, type LengthNorms, scorePosting } from './scoring.ts';

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
  for (const other of others) ids = keepHeld(other, ids);
  return ids;
}

export function scoreAll(snapshot: Snapshot, lists: readonly Postings[], ids: Uint32Array): Float32Array {
  const norms = computeLengthNorms(snapshot);
  const [lead, ...others] = sortByCount(lists);
  const sums = snapshot.scratch.float64(ids.length).fill(0);
  for (const list of lead ? [...others, lead] : []) {
    const weight = computeTermWeight(snapshot.liveCount, list.count);
    addScores(list, weight, norms, ids, sums);
  }
  const scores = snapshot.scratch.float32(ids.length);
  scores.set(sums);
  return scores;
}

function sortByCount(lists: readonly Postings[]): Postings[] {
  return [...lists].sort((a, b) => a.count - b.count);
}

function keepVisible(snapshot: Snapshot, { ids }: Postings, mask: Uint8Array): Uint32Array {
  const found = snapshot.scratch.uint32(ids.length + 1);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    found[count] = ordinal;
    count += mask[ordinal] ?? 0;
  }
  return found.subarray(0, count);
}

/** The documents that the list has too; they take the place of the given ones. */
function keepHeld(list: Postings, ids: Uint32Array): Uint32Array {
  const cursor = new Cursor(list.ids);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    if (cursor.seek(ordinal)) ids[count++] = ordinal;
  }
  return ids.subarray(0, count);
}

function addScores(
  list: Postings,
  weight: number,
  norms: LengthNorms,
  ids: Uint32Array,
  sums: Float64Array,
): void {
  const cursor = new Cursor(list.ids);
  for (let index = 0; index < ids.length; index++) {
    const ordinal = ids[index] ?? 0;
    if (!cursor.seek(ordinal)) continue;
    const bits = list.fields[cursor.at] ?? 0;
    sums[index] = (sums[index] ?? 0) + weight * scorePosting(bits, ordinal, norms);
  }
}

/** Moves forward through documents that ascend. */
class Cursor {
  at = 0;
  readonly #ids: Uint32Array;

  constructor(ids: Uint32Array) {
    this.#ids = ids;
  }

  /** Goes to the document if the list has it. Documents must be asked for ascending. */
  seek(ordinal: number): boolean {
    const ids = this.#ids;
    let low = this.at;
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
    this.at = low;
    return ids[low] === ordinal;
  }
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
