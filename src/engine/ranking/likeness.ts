/** Weights of the kinds of likeness: category before brand before text. */
export const LIKENESS_EFFECTS = { category: 2, brand: 1, word: 0.4 } as const;

/** A product of the same price counts this much more than one of quite another price. */
export const PRICE_EFFECT = 0.5;

/** Of the words of a product, this many are looked for, the rarest. */
export const MAX_LIKE_WORDS = 8;
