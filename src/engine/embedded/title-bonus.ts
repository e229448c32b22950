import { tellingWords, words, wordsHash } from './analysis.ts';
import type { KeywordResult } from './keyword.ts';
import type { Scored } from './matching.ts';
import { COLUMN, productColumn } from './schema.ts';
import { termWeight } from './scoring.ts';
import type { Snapshot } from './snapshot.ts';
import { comparator, firstOf, sortArrays } from './sorting.ts';

/** Above what all words together can bring, so that a product whose title is the query comes first. */
const EXACT_TITLE_EFFECT = 10;
/** What two query words that stand side by side in the title add, as a share of both words' weights. */
const ADJACENT_EFFECT = 0.75;
/** The share of it that is left when they stand there the other way round. */
const REVERSED_SHARE = 0.5;
/** Adjacency is looked for among the best matches alone; the rest keep their order behind them. */
const WINDOW = 200;

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
  const bonus = EXACT_TITLE_EFFECT * totalWeight(snapshot, terms) + EXACT_TITLE_EFFECT;
  for (let at = 0; at < ids.length; at++) {
    if (hashes[ids[at] ?? 0] === wanted) scores[at] = (scores[at] ?? 0) + bonus;
  }
}

function totalWeight(snapshot: Snapshot, terms: KeywordResult['terms']): number {
  return terms.reduce((sum, { holding }) => sum + termWeight(snapshot.liveCount, holding), 0);
}

/** Raises titles in which words of the query stand side by side, most where they follow one another as typed. */
export function raiseAdjacentWords(
  snapshot: Snapshot,
  found: Scored,
  text: string,
  terms: KeywordResult['terms'],
): void {
  const column = snapshot.column(productColumn('title')) ?? snapshot.column(productColumn('item_title'));
  const pairs = adjacentPairs(snapshot, text, terms);
  const { ids, scores } = found;
  if (
    scores === null ||
    pairs.length === 0 ||
    column === null ||
    column.kind !== 'text' ||
    column.sets !== null
  )
    return;
  const keys = sortArrays(snapshot, { ...found, distances: null }, []);
  const compare = comparator(keys, ids, snapshot.ranks);
  for (const at of firstOf(ids.length, WINDOW, compare, keys[0])) {
    const title = column.dictionary[(column.values[ids[at] ?? 0] ?? 0) - 1];
    if (title !== undefined) scores[at] = (scores[at] ?? 0) + bonusOf(tellingWords(title).map(rootOf), pairs);
  }
}

interface Pair {
  left: string;
  right: string;
  bonus: number;
}

/** Of the text, not of its terms: in `3" x 3" candle` a word comes twice. */
function adjacentPairs(snapshot: Snapshot, text: string, terms: KeywordResult['terms']): Pair[] {
  const weights = new Map<string, number>();
  for (const { term, holding } of terms) {
    for (const word of term.words) weights.set(word, termWeight(snapshot.liveCount, holding));
  }
  const typed = tellingWords(text);
  return typed.slice(1).map((word, at) => ({
    left: rootOf(typed[at] ?? ''),
    right: rootOf(word),
    bonus: ADJACENT_EFFECT * ((weights.get(typed[at] ?? '') ?? 0) + (weights.get(word) ?? 0)),
  }));
}

function bonusOf(title: readonly string[], pairs: readonly Pair[]): number {
  const holds = (left: string, right: string) =>
    title.some((word, at) => word === left && title[at + 1] === right);
  let bonus = 0;
  for (const pair of pairs) {
    if (holds(pair.left, pair.right)) bonus += pair.bonus;
    else if (holds(pair.right, pair.left)) bonus += pair.bonus * REVERSED_SHARE;
  }
  return bonus;
}

/** Plurals and common endings cut off; coarser than the index's stems, which Node does not see. */
function rootOf(word: string): string {
  return word.length > 3 ? word.replace(/(ings?|ies|ed|es|s|y|e)$/, '') : word;
}
