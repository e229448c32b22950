import type { KeywordPlan } from '../../keywords/questions.ts';
import type { SearchQuery } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import type { WeightedTerm } from './keyword-terms.ts';
import type { RawAnswer } from './open-version.ts';

/** Where the hits of a query come from, and what became of a keyword query. */
export interface Recalled {
  clause: Clause;
  /** Whether the clause scores; otherwise every document counts the same. */
  isScored: boolean;
  terms: readonly WeightedTerm[];
  /** What finds those that stand before the others whatever the order, as they hold every word; null where all are alike. */
  exact: Clause | null;
  /** Null for a query without words. */
  plan: KeywordPlan | null;
  /** Documents that the query names by their id; null where it names none. */
  named: NamedById | null;
  /** What may show that this is not the answer yet; null where it is. */
  check: RecallCheck | null;
}

export interface NamedById {
  /** They score at least so much, and nothing else does. */
  leastScore: number;
  /** What finds and scores by the words alone. */
  words: Clause;
}

/** Asked with the search itself, as most searches are as they should be. */
export interface RecallCheck {
  searches: readonly object[];
  /** The recall in place of this one, null where this one is right. @param answers to the searches */
  settle(answers: readonly RawAnswer[]): Promise<Recalled | null>;
}

export const PLAIN = {
  isScored: false,
  terms: [],
  exact: null,
  plan: null,
  named: null,
  check: null,
};

export function plainRecall(recall: SearchQuery['recall']): Recalled | null {
  switch (recall.kind) {
    case 'all':
      return { ...PLAIN, clause: { match_all: {} } };
    case 'category':
      return { ...PLAIN, clause: { term: { category_id: recall.id } } };
    case 'ids':
      return { ...PLAIN, clause: { terms: { id: [...recall.ids] } } };
    default:
      return null;
  }
}
