/**
 * Weights of ranking: measured on judged searches and on products that are looked for by words of their
 * titles (`npm run bench -- relevance`), which also tells what each rule is worth.
 */
export const RULES = {
  /** A word by the field it is in. The title names the product; the description says what it is, keywords what else may be meant. */
  title: 20,
  brand: 5,
  categories: 6,
  keywords: 4,
  description: 8,
  /** Other attributes say much that the product is not. */
  other: 0.5,
  /** The first words of a title, which name the product. Those behind say what is in it, and count as other attributes. */
  titleWords: 12,
  /** BM25's b: a short title that holds the word is about it, and so is a short rest. */
  titleLength: 0.5,
  restLength: 0.75,
  /** BM25's k1 on the scale of the weights: at this weight a word has half of its effect. */
  halfEffect: 8,
  /** Bonus of two query words side by side in the title, as a share of both words' weights. */
  adjacent: 0.75,
  /** Bonus of a word that the title has exactly as typed, as a share of its weight. */
  asTyped: 1,
  /**
   * Bonus, as a share of its weight, if the query's head term is also the title's: a lamp, not a lamp shade.
   */
  head: 1,
  /** Penalty if the title has the head term only after `for` or `fits`: a case for a phone. */
  accessory: 1,
  /** Penalty, as a share of all weights, for a title with the query's model and a kind that it does not name: `iphone 15 case`. */
  kind: 1,
  /** The weight of a function word in a title: none has to match, but each tells nearly equal titles apart. */
  functionWord: 8,
  /** Minimum-should-match of partial matches, as a share of the words' weights. */
  leastCoverage: 0.3,
  /** A partial match has a word that names something. 1: models do (`ps4`), 0: only words without digits do. */
  models: 1,
  /** Extra weight of each word of a partial match: two words rank before one frequent word. */
  heldWord: 10,
};
