import type { FilterPlace } from '../explanation.ts';
import type { SearchQuery } from './model.ts';

/** The filters of a query, each as a query without the others has it. */
export function eachFilter(
  query: SearchQuery,
): { place: FilterPlace; alone: Narrowed; without: SearchQuery }[] {
  const { facetFilters, filters, geo } = query;
  const none: Narrowed = { facetFilters: [], filters: [], geo: null };
  const facets = facetFilters.map((filter, at) => ({
    place: { kind: 'facet' as const, at },
    alone: { ...none, facetFilters: [filter] },
    without: { ...query, facetFilters: facetFilters.toSpliced(at, 1) },
  }));
  const booleans = filters.map((filter, at) => ({
    place: { kind: 'boolean' as const, at },
    alone: { ...none, filters: [filter] },
    without: { ...query, filters: filters.toSpliced(at, 1) },
  }));
  if (geo === null || geo.maxDistance === null) return [...facets, ...booleans];
  const without = { ...query, geo: { ...geo, maxDistance: null } };
  return [...facets, ...booleans, { place: { kind: 'distance', at: 0 }, alone: { ...none, geo }, without }];
}

/** What narrows the hits of a query. */
export type Narrowed = Pick<SearchQuery, 'facetFilters' | 'filters' | 'geo'>;
