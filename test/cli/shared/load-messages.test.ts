import { expect, test } from 'vitest';
import { describeLoadReason, describeServiceContent } from '../../../src/cli/shared/load-messages.ts';

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
  ['delta-asked-for', `--mode delta: ${DELTA}`],
  ['keeps-vanished', `--missing ignore rules out a full load: ${DELTA}`],
  ['no-product-left', `the service refuses an empty full load: ${DELTA}`],
  ['touches-many', `a delta would touch ${DELTA}; above 20 %, a full load is better: ${FULL}`],
  ['delta-is-larger', `the delta would be larger (${DELTA}) than the catalog: ${FULL}`],
  [
    'takes-several-jobs',
    `a job may have 10,000 operations, the delta has ${DELTA} (--split sends several jobs); ${FULL}`,
  ],
  ['delta-is-smaller', '1.0 % of the products, 300,000 bytes instead of 300,000,000'],
] as const)('a load that was chosen because it %s is explained with its figures', (kind, text) => {
  expect(describeLoadReason({ kind, figures: FIGURES })).toBe(text);
});

test('a delta in several jobs says how many', () => {
  const figures = { ...FIGURES, operations: 10_001, jobs: 2 };
  expect(describeLoadReason({ kind: 'delta-is-smaller', figures })).toContain('10,001 operations in 2 jobs');
});

test('what was asked for, and no change, need no figures', () => {
  expect(describeLoadReason({ kind: 'full-asked-for' })).toBe('asked for with --mode full');
  expect(describeLoadReason({ kind: 'nothing-differs' })).toBe('nothing differs');
});

test.each([
  [
    { kind: 'unknown-job', jobId: 'j1' },
    'the service does not know job j1 of the last push: the service was reset',
  ],
  [
    { kind: 'other-content', stored: undefined, versionBefore: 4 },
    'the service has nothing, not version 4 of the last push: someone reset it, restored it or pushed from elsewhere',
  ],
  [{ kind: 'delta-failed' }, 'the last delta failed, so the service may be out of sync with the last push'],
] as const)('a full load because of %j says that it is safe in both cases', (why, text) => {
  expect(describeLoadReason(why)).toMatch(new RegExp(`^${text}.*; a full load is safe in both cases$`));
});

test('what the service holds is told with how that is known', () => {
  const stored = { version: 4, digest: 'd', records: 1200 };
  expect(describeServiceContent({ kind: 'content', stored })).toBe(
    'version 4, 1,200 records (reported by the service)',
  );
  expect(describeServiceContent({ kind: 'pushed', at: 'T', byJob: 'j1' })).toBe(
    'the catalog pushed at T (the service confirms job j1)',
  );
});
