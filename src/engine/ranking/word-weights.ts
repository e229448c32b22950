import type { QueryTerm } from '../text/synonyms.ts';
import { SEARCHED_FIELDS, type SearchedField } from '../words/field-words.ts';
import { RULES } from './rules.ts';

export const FIELD_WEIGHTS: Readonly<Record<SearchedField, number>> = RULES;

/** The weight of every combination of fields as bits in their order, the title apart. */
export function computeRestWeights(): Float64Array {
  return Float64Array.from({ length: 1 << SEARCHED_FIELDS.length }, (_, bits) =>
    SEARCHED_FIELDS.reduce(
      (sum, field, at) => (at > 0 && (bits & (1 << at)) !== 0 ? sum + FIELD_WEIGHTS[field] : sum),
      0,
    ),
  );
}

/** A product whose id was searched for scores this much more than the words give the best, itself included. */
export const ID_SCORE_FACTOR = 2;

/** How much less a word counts in a text of this length, against the mean of all. */
export function computeLengthNorm(length: number, mean: number, effect: number): number {
  return 1 / (1 - effect + (effect * length) / mean);
}

/** Saturated score of a word, before its rarity, from the sum of its fields' weights times their norms. */
export function saturateWeight(weight: number): number {
  return (weight * (RULES.halfEffect + 1)) / (weight + RULES.halfEffect);
}

/** Rare words tell more: BM25's inverse document frequency, never negative. */
export function computeTermWeight(documents: number, holding: number): number {
  return Math.log(1 + (documents - holding + 0.5) / (holding + 0.5));
}

/** Minimum share of the words' weights that a partial match holds; shares are sums of rounded numbers. */
export function getLeastShare(): number {
  return RULES.leastCoverage - 1e-5;
}

/** Whether a term names something, as words and models do; numbers and sizes do not. */
export function isNaming({ words }: QueryTerm): boolean {
  const name = RULES.models > 0 ? /^\D/ : /^\D*$/;
  return words.some((word) => name.test(word));
}
