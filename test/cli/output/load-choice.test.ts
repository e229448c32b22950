import { expect, test } from 'vitest';
import { whyLoad } from '../../../src/cli/output/load-choice.ts';

const FIGURES = {
  touchedShare: 0.01,
  operations: 2_000,
  jobs: 1,
  maxOperations: 10_000,
  deltaBytes: 300_000,
  products: 200_000,
  catalogBytes: 300_000_000,
};
const DELTA = '1.0 % of the products, 2,000 operations in 1 job, 300,000 bytes';
const FULL = 'a full load has 200,000 products, 300,000,000 bytes';

test.each([
  ['delta-asked-for', `asked for: ${DELTA}`],
  ['keeps-vanished', `a full load would delete what --missing ignore keeps: ${DELTA}`],
  ['no-product-left', `the service takes no full load of nothing: ${DELTA}`],
  ['touches-many', `the delta would touch ${DELTA}; over 20 % a full load is advised: ${FULL}`],
  ['delta-is-larger', `the delta would be larger (${DELTA}) than the catalog: ${FULL}`],
  ['takes-several-jobs', `one job takes 10,000 operations, this is ${DELTA} (--split allows them); ${FULL}`],
  ['delta-is-smaller', '1.0 % of the products, 300,000 bytes instead of 300,000,000'],
] as const)('a load that was chosen because it %s is explained with its figures', (kind, text) => {
  expect(whyLoad({ kind, figures: FIGURES })).toBe(text);
});

test('a delta in several jobs says how many', () => {
  const figures = { ...FIGURES, operations: 10_001, jobs: 2 };
  expect(whyLoad({ kind: 'delta-is-smaller', figures })).toContain('10,001 operations in 2 jobs');
});

test('what was asked for, and no change, need no figures', () => {
  expect(whyLoad({ kind: 'stated', text: 'asked for with --mode full' })).toBe('asked for with --mode full');
  expect(whyLoad({ kind: 'nothing-differs' })).toBe('nothing differs');
});
