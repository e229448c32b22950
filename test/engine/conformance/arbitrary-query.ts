import fc from 'fast-check';
import type { BooleanFilter } from '../../../src/engine/query/model.ts';
import { query } from '../embedded/array-source.ts';
import { arbitraryFieldTest, arbitrarySkuTest } from './arbitrary-catalog.ts';

const leaf = arbitraryFieldTest.map(({ field, test }): BooleanFilter => ({ kind: 'test', field, test }));
const filter = fc.letrec<{ filter: BooleanFilter }>((tie) => ({
  filter: fc.oneof(
    { weight: 3, arbitrary: leaf },
    tie('filter').map((operand) => ({ kind: 'not' as const, operand })),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      operands: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).filter;

const facetFilters = fc.array(
  fc
    .tuple(fc.oneof(arbitraryFieldTest, arbitrarySkuTest), fc.boolean())
    .map(([{ field, test }, twice]) => ({ field, anyOf: twice ? [test, test] : [test] })),
  { maxLength: 3 },
);

/** Queries with filters of every kind. */
export const asked = fc
  .record({
    filters: fc.array(filter, { maxLength: 2 }),
    facetFilters,
    viewId: fc.constantFrom(null, null, 'nl', 'be', 'unheard_of'),
    includeUnavailable: fc.boolean(),
  })
  .map((parts) => query(parts));
