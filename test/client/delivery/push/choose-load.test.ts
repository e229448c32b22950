import { describe, expect, test } from 'vitest';
import { chooseLoad } from '../../../../src/client/delivery/push/choose-load.ts';

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
      why: {
        kind: 'delta-is-smaller',
        figures: {
          touchedShare: 0.01,
          operations: 2_000,
          jobs: 1,
          maxOperations: 10_000,
          deltaBytes: 300_000,
          products: 200_000,
          catalogBytes: 300_000_000,
        },
      },
    });
  });

  test('of no change says so', () => {
    const summary = { ...SUMMARY, operations: 0, bytes: 0, touchedShare: 0 };
    expect(chooseLoad({ ...FIGURES, summary })).toEqual({ mode: 'delta', why: { kind: 'nothing-differs' } });
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
      why: { kind: 'delta-is-smaller', figures: { operations: 10_001, jobs: 2 } },
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
});
