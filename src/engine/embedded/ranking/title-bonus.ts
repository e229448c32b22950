import { exactTitleBonus, titleBonus, titleWindow, wantedOf } from '../../ranking/title-words.ts';
import { termWeight } from '../../ranking/word-weights.ts';
import { textWords, words, wordsHash } from '../../text/analysis.ts';
import type { KeywordResult } from '../matching/keyword-search.ts';
import type { Scored } from '../matching/matching.ts';
import { COLUMN, productColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { comparator, firstOf, sortArrays } from './sorting.ts';

/** Raises products whose title is the whole query, apart from case, accents and punctuation. */
export function raiseExactTitles(
  snapshot: Snapshot,
  found: Scored,
  text: string,
  terms: KeywordResult['terms'],
): void {
  const { ids, scores } = found;
  if (scores === null) return;
  const hashes = snapshot.integers(COLUMN.titleHash);
  const wanted = wordsHash(words(text));
  const bonus = exactTitleBonus(terms.map((term) => weightOf(snapshot, term)));
  for (let at = 0; at < ids.length; at++) {
    if (hashes[ids[at] ?? 0] === wanted) scores[at] = (scores[at] ?? 0) + bonus;
  }
}

/**
 * Raises titles that hold the query as it was typed: words that follow one another in the same order, words with the same
 * ending, the function words between them, and the word for the thing. Lowers titles of what is only made for the thing.
 */
export function raiseTitlesAsTyped(
  snapshot: Snapshot,
  found: Scored,
  text: string,
  terms: KeywordResult['terms'],
): void {
  const column = snapshot.column(productColumn('title')) ?? snapshot.column(productColumn('item_title'));
  const typed = textWords(text);
  const { ids, scores } = found;
  if (scores === null || column === null || column.kind !== 'text' || column.sets !== null) return;
  const weighed = terms.map((found) => ({ words: found.term.words, weight: weightOf(snapshot, found) }));
  const wanted = wantedOf(typed, weighed);
  const keys = sortArrays(snapshot, { ...found, distances: null }, []);
  const compare = comparator(keys, ids, snapshot.ranks);
  for (const at of firstOf(ids.length, titleWindow(typed), compare, keys[0])) {
    const title = column.dictionary[(column.values[ids[at] ?? 0] ?? 0) - 1];
    if (title !== undefined) scores[at] = (scores[at] ?? 0) + titleBonus(title, wanted);
  }
}

function weightOf({ liveCount }: Snapshot, { holding }: KeywordResult['terms'][number]): number {
  return termWeight(liveCount, holding);
}
