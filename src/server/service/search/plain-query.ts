import type { BooleanFilter, SortKey } from '../../../engine/query/model.ts';

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
