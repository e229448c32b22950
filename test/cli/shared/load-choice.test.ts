import { expect, test } from 'vitest';
import { heldText, whyLoad } from '../../../src/cli/shared/load-choice.ts';

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
  expect(whyLoad({ kind: 'full-asked-for' })).toBe('asked for with --mode full');
  expect(whyLoad({ kind: 'nothing-differs' })).toBe('nothing differs');
});

test.each([
  [{ kind: 'unknown-job', jobId: 'j1' }, 'the service does not know job j1 of the last push: it was reset'],
  [
    { kind: 'other-content', stored: undefined, versionBefore: 4 },
    'the service holds nothing, not version 4 of the last push: it was reset, restored or fed by someone else',
  ],
  [{ kind: 'delta-failed' }, 'the last delta failed, so the service may hold something other'],
] as const)('a full load because of %j says that it is correct either way', (why, text) => {
  expect(whyLoad(why)).toMatch(new RegExp(`^${text}.*; a full load is correct either way$`));
});

test('what the service holds is told with how that is known', () => {
  const stored = { version: 4, digest: 'd', records: 1200 };
  expect(heldText({ kind: 'content', stored })).toBe('version 4, 1,200 records, by its own word');
  expect(heldText({ kind: 'pushed', at: 'T', byJob: 'j1' })).toBe(
    'what was pushed at T; it knows job j1 of that push',
  );
});
