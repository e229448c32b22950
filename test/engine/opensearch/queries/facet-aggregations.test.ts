import { expect, test } from 'vitest';
import {
  flattenAggregations,
  groupAggregations,
} from '../../../../src/engine/opensearch/queries/facet-aggregations.ts';

const PRICES = { stats: { field: 'n.price' } };
const RATINGS = { stats: { field: 'n.rating' } };
const ON_SALE = { term: { 's.sale': 'yes' } };
const asked = [
  { name: 's0', field: '', aggregation: PRICES },
  { name: 'f0', field: 'price', aggregation: PRICES },
  { name: 'f1', field: 'rating', aggregation: RATINGS },
];

test('what no filter narrows is counted as it is', () => {
  const nothing = { early: [], late: [], lateWithout: () => [] };
  expect(groupAggregations(asked, nothing)).toEqual({ s0: PRICES, f0: PRICES, f1: RATINGS });
});

test('the same of other products is counted for itself', () => {
  const clauses = { early: [], late: [ON_SALE], lateWithout: (key: string) => (key === '' ? [ON_SALE] : []) };
  expect(groupAggregations(asked, clauses)).toEqual({
    'with 0': { filter: { bool: { filter: [ON_SALE] } }, aggs: { s0: PRICES } },
    f0: PRICES,
    f1: RATINGS,
  });
  expect(
    flattenAggregations({ 'with 0': { doc_count: 1, s0: { min: 1 } } as object, f0: { min: 0 } }),
  ).toMatchObject({
    s0: { min: 1 },
    f0: { min: 0 },
  });
});
