import { headWord, textWords } from '../text/analysis.ts';

/** Share of the words that must match at least when not all do, if there is any product that has so many. */
const FEWEST_SHARE = 0.5;
/** A query of so many words asks for much: where few products have them all, those that lack some follow. */
export const MIN_WORDS_TO_FILL = 3;
/** As many as a page shows when it is not told otherwise (doc: public-facts C1). */
export const FEW_PRODUCTS = 20;
/** How much more the word counts that says what the product is: a white lamp is nearer to a black lamp than a black rug. */
const HEAD_EFFECT = 2;
/** Above what all words together can bring, the exact title apart. */
export const ALL_WORDS_EFFECT = 16;

/** How many of so many terms a product has to hold at least, where none holds all; a single term cannot be given up. */
export function fewestToHold(terms: number): number {
  return terms < 2 ? terms : Math.ceil(terms * FEWEST_SHARE);
}

/** How many of so many terms a product has to hold to follow those that hold all. */
export function fewestToFill(terms: number): number {
  return Math.floor(terms / 2) + 1;
}

/** By term the factor of its weight: more for the word of the text that says what the thing is. */
export function headEffects(text: string, terms: readonly { words: readonly string[] }[]): number[] {
  const head = headWord(textWords(text));
  return terms.map(({ words }) => (head !== undefined && words.includes(head) ? HEAD_EFFECT : 1));
}

export function isHeadEffect(effect: number): boolean {
  return effect === HEAD_EFFECT;
}
