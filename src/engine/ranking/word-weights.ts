import type { SearchedField } from '../words/document-words.ts';

/**
 * What a word counts by the field it is in. The title names the product; brand, categories and keywords were chosen
 * to find it by; other attributes and the description mention much that the product is not.
 */
export const FIELD_WEIGHTS: Readonly<Record<SearchedField, number>> = {
  title: 20,
  brand: 5,
  categories: 4,
  keywords: 4,
  other: 2,
  description: 1,
};

/** A product whose id was searched for scores this much more than the words give the best, itself included. */
export const ID_SCORE_FACTOR = 2;

/** BM25's b, for the title (a short title that holds the word is about it) and, weaker, for the rest. */
export const TITLE_LENGTH_EFFECT = 0.5;
export const REST_LENGTH_EFFECT = 0.5;
/** BM25's k1 on the scale of the weights: at this weight a word has half of its effect. */
const HALF_EFFECT_WEIGHT = 8;

/** How much less a word counts in a text of this length, against the mean of all. */
export function lengthNorm(length: number, mean: number, effect: number): number {
  return 1 / (1 - effect + (effect * length) / mean);
}

/** What a word adds to a score, before its rarity, by the sum of its fields' weights times their norms. */
export function weightEffect(weight: number): number {
  return (weight * (HALF_EFFECT_WEIGHT + 1)) / (weight + HALF_EFFECT_WEIGHT);
}

/** Rare words tell more: BM25's inverse document frequency, never negative. */
export function termWeight(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}
