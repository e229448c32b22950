/**
 * The query model: what every caller (search, category, content, widgets, suggest) asks of an engine.
 * Parsers in this room make it from `fq`, `efq`, `filter`, `sort` and facet parameters; engines only read it.
 */

import type { CategoryNode } from '../category-paths.ts';

/** Inclusive; null is an open end. */
export interface NumberRange {
  min: number | null;
  max: number | null;
}

export type FieldTest =
  | { kind: 'value'; value: string }
  | { kind: 'range'; range: NumberRange }
  /** The product has no value for the field: `fq=<field>:"Null_Group"` (doc: public-facts C2, C7). */
  | { kind: 'missing' };

/** One `fq` or `filter_facet`: the field matches any of the tests. A facet's own counts ignore the filters on it. */
export interface FacetFilter {
  field: string;
  anyOf: readonly FieldTest[];
}

/** `efq` and the widgets' `filter`: narrows the result and every facet. */
export type BooleanFilter =
  | { kind: 'test'; field: string; test: FieldTest }
  | { kind: 'and' | 'or'; operands: readonly BooleanFilter[] }
  | { kind: 'not'; operand: BooleanFilter };

export interface SortKey {
  /** A single-valued field, or `distance` while `geo` is given. */
  field: string;
  direction: 'asc' | 'desc';
}

export type Recall =
  /** `q=*`: everything. */
  | { kind: 'all' }
  | { kind: 'keyword'; text: string; tolerant: boolean; spelling: 'term_frequency' | 'closest_match' | 'off' }
  /** A category id at any level of `category_paths`. */
  | { kind: 'category'; id: string }
  /** Products like these: shared categories, brand, words, price. Never the given products themselves. */
  | { kind: 'similar'; ids: readonly string[]; text: string; categoryIds: readonly string[] }
  | { kind: 'ids'; ids: readonly string[] };

export interface FacetRequest {
  /** Facet these fields; `auto` takes every facetable field of the index. */
  fields: 'auto' | readonly string[];
  /** Numeric fields for which ranges are wanted (`facet.range`). */
  ranges: readonly string[];
  /** Numeric fields of which the extent is wanted in place of the numbers. */
  stats?: readonly string[];
  prefixes: Readonly<Record<string, string>>;
  /** Most values returned for a field. */
  limit: number;
}

/**
 * Multiplies the scores of products; never changes what is found (spec: C rule 4). Several that raise add up: `1 + weights`.
 * Each with a weight below 0 divides by `1 - weight`.
 */
export interface Boost {
  by: BooleanFilter | Signal;
  weight: number;
}

/** A number of products that says how much of a weight counts: `ln(1 + value) / ln(1 + most)`. */
export interface Signal {
  kind: 'signal';
  field: string;
  /** The greatest value of the version, above 0. */
  most: number;
}

export interface SearchQuery {
  recall: Recall;
  facetFilters: readonly FacetFilter[];
  filters: readonly BooleanFilter[];
  /** Store pickup: the customer's place, the farthest store in `unit`, or null for no bound (spec: C rule 2). */
  geo: { lat: number; lon: number; maxDistance: number | null; unit: 'km' | 'mi' } | null;
  sort: readonly SortKey[];
  start: number;
  rows: number;
  /** `fl`: the fields of each returned document, in this order. */
  fields: readonly string[];
  facets: FacetRequest | null;
  stats: readonly string[];
  group: { field: string; limit: number; offset: number } | null;
  viewId: string | null;
  boosts: readonly Boost[];
  /** Products found beside the recall, last where it scores; filters apply to them. */
  added?: readonly string[];
  /** Narrows hits and total to these products, or to the others; facets, stats and the plan see all. */
  hitsOf?: { ids: readonly string[]; kept: boolean };
  /** Include products whose availability is false (off for shoppers). */
  includeUnavailable: boolean;
}

export interface Hit {
  id: string;
  /** The document as JSON text, holding the wanted fields that the product has; numbers keep their digits. */
  json: string;
  score: number;
}

export interface CategoryFacetValue extends CategoryNode {
  count: number;
}

export type FacetResult =
  | { kind: 'category'; field: string; values: CategoryFacetValue[] }
  | { kind: 'text'; field: string; values: { name: string; count: number }[] }
  | { kind: 'number'; field: string; values: { name: string; count: number }[] }
  | {
      kind: 'number_range';
      field: string;
      values: { start: number | '*'; end: number | '*'; count: number }[];
    }
  | { kind: 'number_stats'; field: string; min: number; max: number };

export interface SearchResult {
  total: number;
  hits: Hit[];
  maxScore: number | null;
  groups: { value: string; total: number; hits: Hit[] }[] | null;
  /** Groups of all pages together; null without grouping. */
  groupCount: number | null;
  facets: FacetResult[];
  stats: Record<string, { min: number; max: number; mean: number; count: number } | null>;
  /** Ids and names of the categories of the returned facet. */
  categoryMap: Record<string, string>;
  /** The query that was searched instead, when the typed one found nothing. */
  correctedQuery: string | null;
  /** Further spellings to offer, without the one used. */
  didYouMean: string[];
  /** True when not all words had to match for these hits. */
  relaxed: boolean;
  /** Words of the query as the engine understood them. */
  terms: string[];
  /** Which published version of the index answered. */
  indexVersion: number;
}
