import { describe, expect, test } from 'vitest';
import { chooseLoad } from '../../../src/delivery/push/choose-load.ts';

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

  test.each(['delta', 'full'] as const)('is a %s load when that is asked for', (asked) => {
    const summary = { ...SUMMARY, touchedShare: asked === 'delta' ? 0.9 : 0.01 };
    expect(chooseLoad({ ...FIGURES, asked, summary }).mode).toBe(asked);
  });
});
