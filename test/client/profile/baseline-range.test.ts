import { describe, expect, test } from 'vitest';
import { computeBaselineRange } from '../../../src/client/profile/baseline-range.ts';

const SHARE = { scale: 'share', floor: 0.01, products: 4000 } as const;
const COUNT = { scale: 'count', floor: 0.01, products: 4000 } as const;

/** @param values that come again and again, to thirty */
const thirty = (...values: number[]) =>
  Array.from({ length: 30 }, (_, at) => values[at % values.length] ?? 0);

describe('what is usual', () => {
  test('is the floor around values that are all the same: MAD is 0', () => {
    const { median, low, high } = computeBaselineRange(thirty(0.5), SHARE);
    expect([median, low, high]).toEqual([0.5, 0.49, 0.51]);
    expect(computeBaselineRange(thirty(5000), COUNT)).toEqual({ median: 5000, low: 4950, high: 5050 });
  });

  test('has no lower bound of all products that a share could fall below, and no upper one', () => {
    expect(computeBaselineRange(thirty(1), SHARE).low).toBeCloseTo(0.99, 9);
    expect(computeBaselineRange(thirty(0), SHARE).low).toBeLessThan(0);
    expect(computeBaselineRange(thirty(0), SHARE).high).toBeCloseTo(0.01, 9);
    expect(computeBaselineRange(thirty(1), SHARE).high).toBeGreaterThan(1);
  });

  test('is four deviations on the log scale where the values vary', () => {
    // Of 30 logarithms 28 lie 0.01 off the median, above or below it, and one on either side 0.05: MAD 0.01.
    const values = [...thirty(-0.01, 0.01).slice(0, 28), -0.05, 0.05].map((log) => 1000 * Math.exp(log));
    const { median, low, high } = computeBaselineRange(values, { ...COUNT, floor: 0.001 });
    expect(median).toBeCloseTo(1000, 0);
    expect(low).toBeCloseTo(median * Math.exp(-4 * 1.4826 * 0.01), 0);
    expect(high).toBeCloseTo(median * Math.exp(4 * 1.4826 * 0.01), 0);
  });

  test('of two kinds of values is half the width of their range beyond it, at most: their MAD is wide', () => {
    // On a third of the days there are ten times as many.
    const { high } = computeBaselineRange(thirty(0.001, 0.001, 0.01), {
      ...SHARE,
      floor: 0.001,
      products: 100_000,
    });
    expect(high).toBeLessThanOrEqual(0.0145 + 1e-9);
    const mixed = computeBaselineRange(thirty(0.001, 0.01, 0.004, 0.02), { ...SHARE, products: 100_000 });
    expect(mixed.high).toBeCloseTo(0.03, 9);
  });

  test('is not moved by a few that are far off, but lets what was there before come again', () => {
    const values = [...thirty(0.9).slice(0, 28), 0.7, 0.7];
    const { median, low } = computeBaselineRange(values, SHARE);
    expect(median).toBe(0.9);
    expect(low).toBeCloseTo(0.695, 9);
  });

  test('lets a season begin that takes out a little each day, and nothing that falls as far at once', () => {
    const quiet = thirty(1000, 1002, 1001);
    let values = [...quiet];
    for (let count = 994; count > 850; count -= 7) {
      expect(computeBaselineRange(values, COUNT).low).toBeLessThan(count);
      values = [...values.slice(1), count];
    }
    expect(computeBaselineRange(quiet, COUNT).low).toBeGreaterThan(989);
  });

  test('is at least five products wide: few say little', () => {
    expect(computeBaselineRange(thirty(0.5), { ...SHARE, products: 100 }).high).toBeCloseTo(0.55, 9);
  });

  test('of shares near all mirrors that of shares near none', () => {
    const near = computeBaselineRange(thirty(0.96, 0.97, 0.98), SHARE);
    const far = computeBaselineRange(thirty(0.02, 0.03, 0.04), SHARE);
    expect(near.low).toBeCloseTo(0.95, 9);
    expect(1 - near.low).toBeCloseTo(far.high, 9);
  });
});
