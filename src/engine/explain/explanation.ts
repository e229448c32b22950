import type { Neighbour, ScorePart } from '../../protocol/explanation.ts';
import type { SearchQuery } from '../query/model.ts';

export interface ExplainRequest {
  ids: readonly string[];
  query: SearchQuery;
  /** Also searches again for each product with what may keep it out changed, one thing at a time. */
  counterfactuals: boolean;
}

export interface Ranking {
  /** From 1; null behind the first thousand, of which nothing but the total is told. */
  rank: number | null;
  total: number;
  /** On the page, or among the groups, that the query asks for. */
  shown: boolean;
  score: number | null;
  parts: ScorePart[];
  /** The hit before it. */
  above: Neighbour | null;
}

/** A word of the query, or several that stand for one thing. */
export interface ExplainedWord {
  words: readonly string[];
  /** Where the product has it, and by which words; null where it has not. */
  held: {
    words: readonly string[];
    by: 'word' | 'synonym' | 'compound';
    /** `title`, `brand`, `categories`, `keywords`, `description`, or `other` for all other attributes. */
    fields: string[];
  } | null;
}

/** A filter of the query by its place among those of its kind. */
export interface FilterPlace {
  kind: 'facet' | 'boolean' | 'distance';
  at: number;
}

export interface ExplainedFilter extends FilterPlace {
  passes: boolean;
  /** It passes alone, but no single variant passes all filters on variants. */
  together: boolean;
}

export interface Counterfactual {
  change:
    | { kind: 'without_filter'; filter: FilterPlace }
    | { kind: 'without_filters' }
    /** As if it were available and in the view. */
    | { kind: 'visible' }
    | { kind: 'word_in_title'; words: readonly string[] }
    | { kind: 'synonym'; words: readonly string[]; of: string };
  ranking: Ranking | null;
}

/** All that an engine knows of one product and a query. */
export interface Explanation {
  id: string;
  indexVersion: number;
  total: number;
  /** Null where the index has no product of this id; then nothing is known of the rest. */
  product: ExplainedProduct | null;
}

export interface ExplainedProduct {
  record: string;
  /** The view whose values are looked at; null for the base. */
  view: string | null;
  visibility: 'shown' | 'unavailable' | 'not_in_view';
  /** The view alone hides it: without a view it would be shown. */
  hiddenByView: boolean;
  /** The text that was searched in place of the typed one. */
  correctedQuery: string | null;
  /** Not every word had to match. */
  relaxed: boolean;
  words: ExplainedWord[];
  /** The query's words, category or ids find it, filters apart; null where it cannot be found, as it is not shown. */
  recalled: boolean | null;
  filters: ExplainedFilter[];
  ranking: Ranking | null;
  counterfactuals: Counterfactual[];
}
