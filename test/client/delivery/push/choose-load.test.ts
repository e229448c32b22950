import { describe, expect, test } from 'vitest';
import {
  chooseLoad,
  type LoadFigures,
  OUT_OF_SYNC,
} from '../../../../src/client/delivery/push/choose-load.ts';

const SUMMARY = {
  operations: 2_000,
  bytes: 300_000,
  newCatalogBytes: 300_000_000,
  touchedShare: 0.01,
  newProducts: 200_000,
};
const FIGURES = {
  asked: 'auto',
  summary: SUMMARY,
  maxOperations: 10_000,
  split: false,
  keepsVanished: false,
} as const;

describe('a push', () => {
  test('of a small change is a delta, with the figures', () => {
    expect(chooseLoad(FIGURES)).toEqual({
      mode: 'delta',
      why: '1.0 % of the products, 300,000 bytes instead of 300,000,000',
    });
  });

  test('of no change says so', () => {
    const summary = { ...SUMMARY, operations: 0, bytes: 0, touchedShare: 0 };
    expect(chooseLoad({ ...FIGURES, summary })).toEqual({ mode: 'delta', why: 'nothing differs' });
  });

  test.each([
    [0.2, 'delta'],
    [0.201, 'full'],
    [1, 'full'],
  ])('that touches a share of %d is a %s load', (touchedShare, mode) => {
    expect(chooseLoad({ ...FIGURES, summary: { ...SUMMARY, touchedShare } }).mode).toBe(mode);
  });

  test('of more operations than one job takes is full, or split where that is welcome', () => {
    const summary = { ...SUMMARY, operations: 10_001 };
    expect(chooseLoad({ ...FIGURES, summary }).mode).toBe('full');
    expect(chooseLoad({ ...FIGURES, summary, split: true })).toMatchObject({
      mode: 'delta',
      why: expect.stringContaining('10,001 operations in 2 jobs'),
    });
  });

  test('whose delta is larger than the catalog is full', () => {
    const summary = { ...SUMMARY, bytes: 101, newCatalogBytes: 100 };
    expect(chooseLoad({ ...FIGURES, summary }).mode).toBe('full');
  });

  test('is a delta when that is asked for, and where a full load would delete what is to stay', () => {
    const summary = { ...SUMMARY, touchedShare: 0.9 };
    expect(chooseLoad({ ...FIGURES, asked: 'delta', summary }).mode).toBe('delta');
    expect(chooseLoad({ ...FIGURES, keepsVanished: true, summary }).mode).toBe('delta');
  });

  const DELTA = '1.0 % of the products, 2,000 operations in 1 job, 300,000 bytes';
  const FULL = 'a full load has 200,000 products, 300,000,000 bytes';
  test.each<[string, Partial<LoadFigures> & { found?: Partial<LoadFigures['summary']> }]>([
    [`--mode delta: ${DELTA}`, { asked: 'delta' }],
    [`--missing ignore rules out a full load: ${DELTA}`, { keepsVanished: true }],
    [`the service refuses an empty full load: ${DELTA}`, { found: { newProducts: 0 } }],
    [
      `a delta would touch ${DELTA.replace('1.0', '30.0')}; above 20 %, a full load is better: ${FULL}`,
      { found: { touchedShare: 0.3 } },
    ],
    [
      `the delta would be larger (${DELTA}) than the catalog: ${FULL.replace('300,000,000', '1')}`,
      { found: { newCatalogBytes: 1 } },
    ],
    [
      `a job may have 1,999 operations, the delta has ${DELTA.replace('1 job', '2 jobs')} (--split sends several jobs); ${FULL}`,
      { maxOperations: 1_999 },
    ],
  ])('says %s', (why, { found, ...figures }) => {
    expect(chooseLoad({ ...FIGURES, ...figures, summary: { ...SUMMARY, ...found } }).why).toBe(why);
  });
});

test.each([
  [OUT_OF_SYNC.unknownJob('j1'), 'the service does not know job j1 of the last push: the service was reset'],
  [
    OUT_OF_SYNC.otherContent(undefined, 4),
    'the service has nothing, not version 4 of the last push: someone reset it, restored it or pushed from elsewhere',
  ],
  [
    OUT_OF_SYNC['delta-failed'],
    'the last delta failed, so the service may be out of sync with the last push',
  ],
])('a full load because %s says that it is safe in both cases', (why, begin) => {
  expect(why).toMatch(new RegExp(`^${begin}.*; a full load is safe in both cases$`));
});
