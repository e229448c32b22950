import type { KeywordPlan } from '../../keywords/questions.ts';
import type { WeightedTerm } from '../../ranking/title-words.ts';
import type { Clause } from '../documents/live-documents.ts';

/** Where the hits of a query come from, and what became of a keyword query. */
export interface RecallResult {
  clause: Clause;
  /** Whether the clause scores; otherwise every document counts the same. */
  isScored: boolean;
  terms: readonly WeightedTerm[];
  /** What finds those that stand before the others whatever the order, as they hold every word; null where all are alike. */
  exact: Clause | null;
  /** Null for a query without words. */
  plan: KeywordPlan | null;
  /** What finds and scores by the words alone, where the query names documents by their id; else null. */
  words: Clause | null;
}

/** A recall by a clause that has no words. */
export function recallBy(clause: Clause, isScored = false): RecallResult {
  return { clause, isScored, terms: [], exact: null, plan: null, words: null };
}
