import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeBackoffMs, parseRetryAfter } from '../../../src/client/api/retry.ts';

const NOW = new Date('2031-02-03T10:00:00Z');

describe('Retry-After', () => {
  test.each([
    ['7', 7_000],
    [' 0 ', 0],
    ['Mon, 03 Feb 2031 10:00:30 GMT', 30_000],
    ['Mon, 03 Feb 2031 09:00:00 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['2031', 2_031_000],
    ['', undefined],
    [undefined, undefined],
  ])('%j means %j ms', (value, expected) => {
    expect(parseRetryAfter(value, NOW)).toBe(expected);
  });
});

describe('the pause before a retry', () => {
  test('lies between nothing and a ceiling that doubles up to 20 s', () => {
    const ceilings = [1, 2, 3, 4, 10].map((failures) => computeBackoffMs(failures, 1, undefined));
    expect(ceilings).toEqual([500, 1_000, 2_000, 4_000, 20_000]);
    expect(computeBackoffMs(4, 0, undefined)).toBe(0);
  });

  test('is never shorter than the service asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(60_000),
        (n, r, asked) => {
          expect(computeBackoffMs(n, r, asked)).toBeGreaterThanOrEqual(asked);
        },
      ),
    );
  });
});
