import { headWord, textWords } from '../text/analysis.ts';
import { FUNCTION_WORD_WEIGHT, type WeighedTerm } from './title-words.ts';

/** Share of the words that must match at least when not all do, if there is any product that has so many. */
const FEWEST_SHARE = 0.5;
/** Half of so many words says too little, unless it is the word for the thing and names the product. */
const PAIR = 2;
/** As many as a page shows when it is not told otherwise (doc: public-facts C1). */
export const FEW_PRODUCTS = 20;
/** Nobody looks further: where so many have all words, be it in their descriptions, others need not follow. */
export const ENOUGH_PRODUCTS = 200;
/** How much more the word counts that says what the product is: a white lamp is nearer to a black lamp than a black rug. */
const HEAD_EFFECT = 2;
/**
 * Above what words and title together can bring to a product that has not all of them, as a share of the words' weights: the
 * word for the thing at most 9 twice, and 3.5 by its place in the title; and above what a title can take away, 1.
 */
const ALL_WORDS_EFFECT = 24;

/** How many of so many terms a product has to hold at least, where none holds all; a single term cannot be given up. */
export function fewestToHold(terms: number): number {
  return terms < 2 ? terms : Math.ceil(terms * FEWEST_SHARE);
}

/** How many of so many terms a product has to hold to follow those that hold all. */
export function fewestToFill(terms: number): number {
  return terms === PAIR ? 1 : Math.floor(terms / 2) + 1;
}

/** Whether the word for the thing has to name what follows. */
export function isNamedToFill(terms: number): boolean {
  return terms === PAIR;
}

/** Whether a term is never given up: a number or a size. */
export function isExact({ words }: { words: readonly string[] }): boolean {
  return words.some((word) => /\d/.test(word));
}

/** What the products that have all words gain, so that they stand before those that have not, whatever their titles. */
export function allWordsBonus(text: string, terms: readonly WeighedTerm[]): number {
  const telling = new Set(terms.flatMap(({ words }) => words));
  const others = new Set(textWords(text).filter((word) => !telling.has(word)));
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  return ALL_WORDS_EFFECT * weight + FUNCTION_WORD_WEIGHT * others.size;
}

/** By term the factor of its weight: more for the word of the text that says what the thing is. */
export function headEffects(
  text: string,
  terms: readonly { term: { words: readonly string[] } }[],
): number[] {
  const head = headWord(textWords(text));
  return terms.map(({ term: { words } }) => (head !== undefined && words.includes(head) ? HEAD_EFFECT : 1));
}

export function isHeadEffect(effect: number): boolean {
  return effect === HEAD_EFFECT;
}
