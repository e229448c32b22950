import type { BooleanFilter, Recall, SearchQuery, SortKey } from '../../../engine/query/model.ts';
import type { SearchConditions } from './answer-settings.ts';

export function buildPlainQuery(
  recall: Recall,
  fields: readonly string[],
  rows: number,
  { search }: Pick<SearchConditions, 'search'>,
): SearchQuery {
  return {
    recall,
    fields,
    rows,
    start: 0,
    facetFilters: [],
    filters: [],
    geo: null,
    sort: [],
    facets: null,
    stats: [],
    group: null,
    viewId: null,
    boosts: [],
    includeUnavailable: search.searchUnavailable,
  };
}

export function withoutIds(ids: readonly string[]): BooleanFilter[] {
  const tests = ids.map(
    (value): BooleanFilter => ({ kind: 'test', field: 'pid', test: { kind: 'value', value } }),
  );
  const [first] = tests;
  if (first === undefined) return [];
  return [{ kind: 'not', operand: tests.length === 1 ? first : { kind: 'or', operands: tests } }];
}

/** Sort keys of `search_type=bestseller` and global widgets (assumption: no ranking is documented). */
export const BESTSELLER_SORT: readonly SortKey[] = [
  { field: 'best_seller', direction: 'desc' },
  { field: 'reviews', direction: 'desc' },
];
