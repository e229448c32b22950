import type { KeywordPlan } from '../../keywords/questions.ts';
import type { WeightedTerm } from '../../ranking/title-words.ts';
import type { Clause } from '../documents/live-documents.ts';

/** Where the hits of a query come from, and what became of a keyword query. */
export interface RecallResult {
  clause: Clause;
  /** Whether the clause scores; otherwise every document counts the same. */
  isScored: boolean;
  terms: readonly WeightedTerm[];
  /** Clause of the products with every word, which come first in any order; null if all products rank alike. */
  exact: Clause | null;
  /** Null for a query without words. */
  plan: KeywordPlan | null;
  /** Clause of the words alone, if the query names documents by id; else null. */
  words: Clause | null;
}

/** A recall by a clause that has no words. */
export function recallBy(clause: Clause, isScored = false): RecallResult {
  return { clause, isScored, terms: [], exact: null, plan: null, words: null };
}
