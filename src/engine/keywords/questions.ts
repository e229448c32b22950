import type { WordFrequency } from '../text/spelling.ts';
import type { QueryTerm } from '../text/synonyms.ts';

export type Match =
  | { kind: 'all'; terms: readonly QueryTerm[] }
  /**
   * They hold terms whose weights are `RULES.leastCoverage` of all of them, those that are needed and, where any names something,
   * one that does.
   */
  | { kind: 'some'; terms: readonly HeldTerm[]; needed: readonly QueryTerm[] };

export interface Questions {
  /**
   * The plans that this round may end with, most likely by how many documents hold each term: an engine that is far away searches
   * them along with it.
   */
  likely?(holding: readonly number[]): readonly KeywordPlan[];
  /** The names' words that `Answers.frequency` is asked for. */
  frequencies?: () => Iterable<string>;
  /** How many documents of the version hold each term? */
  holding?: readonly QueryTerm[];
  /** How many documents that may be shown are found? Exactly up to `BACKFILL_CUTOFF`. */
  count?: readonly Match[];
  /** Which words of the names are near each of these? */
  near?: readonly string[];
  /** Which words do the names have? Asked once for a version, and only where a language puts words together. */
  vocabulary?: boolean;
}

export interface Answers {
  frequency(word: string): number;
  readonly holding: readonly number[];
  readonly count: readonly number[];
  readonly near: readonly (readonly WordFrequency[])[];
  readonly vocabulary: ReadonlySet<string>;
}

export interface HeldTerm {
  term: QueryTerm;
  holding: number;
}

export interface KeywordPlan {
  /** The documents of the first stand before all that the second adds, whatever the order. */
  tiers: readonly Match[];
  /** The terms of the first tier. */
  terms: readonly HeldTerm[];
  /** The text that is searched in place of the typed one. */
  corrected: string | null;
  didYouMean: string[];
  relaxed: boolean;
}

const ID_SEPARATORS = ['', '-', '_', '.', '/', ' '];
/** A longer text is a title. */
const MAX_ID_PARTS = 5;

/** The ids that a query may name, in any case; `abc 123` and `abc123` name `ABC-123`, too. */
export function listPossibleIds(query: string): string[] {
  const typed = query.trim();
  const words = typed.match(/[\p{L}\p{N}]+/gu) ?? [];
  const parts = words.length > 1 ? words : (typed.match(/\p{L}+|\p{N}+/gu) ?? []);
  const isId = parts.length > 1 && parts.length <= MAX_ID_PARTS && /\d/.test(typed);
  const ways = [typed, ...(isId ? ID_SEPARATORS.map((separator) => parts.join(separator)) : [])];
  return [...new Set(ways.flatMap((way) => [way, way.toUpperCase(), way.toLowerCase()]))];
}

/** Keyword part of an answer: correction, relaxation, terms; null for a query without words. */
export function toKeywordOutcome(plan: KeywordPlan | null) {
  const { corrected, didYouMean, relaxed, terms } = plan ?? NO_PLAN;
  const words = terms.flatMap(({ term }) => term.words);
  return { correctedQuery: corrected, didYouMean, relaxed, terms: words };
}

const NO_PLAN: KeywordPlan = { tiers: [], terms: [], corrected: null, didYouMean: [], relaxed: false };

/** Bounds of a query, whatever is typed: it asks at most four rounds. */
export const LIMITS = { words: 16, unknown: 4, corrections: 4 } as const;

/** As many as a page shows when it is not told otherwise (doc: public-facts C1): where fewer have all words, another spelling may have been meant. */
export const MIN_RESULTS = 20;
/** Where this many products have all words, none follow that have only some: nobody looks further. */
export const BACKFILL_CUTOFF = 100;
