import type { SearchResult } from '../../../engine/query/model.ts';

/**
 * A result as it crosses threads. Facets are hundreds of small objects, which copying between threads takes ten times as
 * long for as writing and reading them as one text (measured: 0.25 against 0.02 ms).
 */
export interface PackedResult {
  rest: Omit<SearchResult, 'facets' | 'categoryMap'>;
  counted: string;
}

type Counted = Pick<SearchResult, 'facets' | 'categoryMap'>;

/** Packs what is many small objects, the facets, into one text: a message copies that faster. */
export function packResult({ facets, categoryMap, ...rest }: SearchResult): PackedResult {
  return { rest, counted: JSON.stringify({ facets, categoryMap } satisfies Counted) };
}

/** The result that `packResult` was given. */
export function unpackResult({ rest, counted }: PackedResult): SearchResult {
  return { ...rest, ...(JSON.parse(counted) as Counted) };
}
