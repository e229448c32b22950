import { words, wordsHash } from './analysis.ts';
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

/** Raises titles in which the query's words follow one another as they were typed. */
export function raiseAdjacentWords(snapshot: Snapshot, found: Scored, terms: KeywordResult['terms']): void {
  const column = snapshot.column(productColumn('title')) ?? snapshot.column(productColumn('item_title'));
  const pairs = adjacentPairs(snapshot, terms);
  const { ids, scores } = found;
  if (
    scores === null ||
    pairs.length === 0 ||
    column === null ||
    column.kind !== 'text' ||
    column.sets !== null
  )
    return;
  const compare = comparator(sortArrays(snapshot, { ...found, distances: null }, []), ids, snapshot.ranks);
  for (const at of firstOf(ids.length, WINDOW, compare)) {
    const title = column.dictionary[(column.values[ids[at] ?? 0] ?? 0) - 1];
    if (title !== undefined) scores[at] = (scores[at] ?? 0) + bonusOf(words(title).map(rootOf), pairs);
  }
}

interface Pair {
  left: string;
  right: string;
  bonus: number;
}

function adjacentPairs(snapshot: Snapshot, terms: KeywordResult['terms']): Pair[] {
  const flat = terms.flatMap(({ term, holding }) =>
    term.words.map((word) => ({ root: rootOf(word), weight: termWeight(snapshot.liveCount, holding) })),
  );
  return flat.slice(1).map(({ root, weight }, at) => ({
    left: flat[at]?.root ?? '',
    right: root,
    bonus: ADJACENT_EFFECT * (weight + (flat[at]?.weight ?? 0)),
  }));
}

function bonusOf(title: readonly string[], pairs: readonly Pair[]): number {
  let bonus = 0;
  for (const pair of pairs) {
    if (title.some((word, at) => word === pair.left && title[at + 1] === pair.right)) bonus += pair.bonus;
  }
  return bonus;
}

/** Plurals and common endings cut off; coarser than the index's stems, which Node does not see. */
function rootOf(word: string): string {
  return word.length > 3 ? word.replace(/(ings?|ies|ed|es|s|y|e)$/, '') : word;
}
