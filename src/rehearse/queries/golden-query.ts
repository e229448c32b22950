import type { Pair } from '../../client/api/search-request.ts';

/** A search whose answer matters, and what is expected of it. */
export interface GoldenQuery {
  /** Keywords of a shopper, or the id of a category. */
  kind: 'search' | 'category';
  text: string;
  /** Further parameters of the request, such as `fq`, in their order; repeated ones are repeated. */
  parameters: readonly Pair[];
  /** How much it counts in means: traffic, most often. */
  weight: number;
  expect?: Expectation;
  /** Grades by product id: 0 is not relevant, more is better. */
  judgments?: ReadonlyMap<string, number>;
  /** The first products may change no more than to this rank-biased overlap, 0 to 1. */
  stable?: number;
  /** For people: why the query is here. */
  note?: string;
}

export interface Expectation {
  /** Places that `ids` and `absent` are about; by default those that are compared. */
  top?: number;
  ids: readonly string[];
  absent: readonly string[];
  /** Products that must be found at least, on whatever page. */
  minHits?: number;
}

/** Further parameters of a query, sent unchanged, lists as repeated parameters. */
export const QUERY_PARAMETERS = [
  'fq',
  'efq',
  'sort',
  'view_id',
  'segment',
  'll',
  'facet.range',
  'stats.field',
] as const;

/** `grey sofa`, `category 100`, each with its parameters: `grey sofa, fq brand:"Acme"`. */
export function nameQuery({ kind, text, parameters }: Omit<GoldenQuery, 'weight'>): string {
  const more = parameters.map(([name, value]) => `, ${name} ${value}`).join('');
  return `${kind === 'category' ? 'category ' : ''}${text}${more}`;
}
