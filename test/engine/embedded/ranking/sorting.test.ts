import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createComparator } from '../../../../src/engine/embedded/ranking/sorting.ts';
import { selectTop } from '../../../../src/engine/select-top.ts';
import { countEdits } from '../../../../src/engine/text/edit-distance.ts';

describe('firstOf', () => {
  it('gives the beginning of what a full sort gives', () => {
    const keys = fc.array(fc.constantFrom(0, 1, 2.5, -3, Number.POSITIVE_INFINITY), { maxLength: 60 });
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 70 }), (values, count) => {
        const ids = Uint32Array.from(values, (_, at) => at);
        const ranks = Float64Array.from(values, (_, at) => (at * 37) % 101);
        const first = Float64Array.from(values);
        const compare = createComparator([first], ids, ranks);
        const sorted = [...ids].sort(compare).slice(0, count);
        expect(selectTop(values.length, count, compare, first)).toEqual(sorted);
        expect(selectTop(values.length, count, compare, undefined)).toEqual(sorted);
      }),
    );
  });
});

describe('countEdits', () => {
  /** Optimal string alignment as the textbook writes it, without bounds or short cuts. */
  function distance(a: string, b: string): number {
    const d = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)),
    );
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        const replaced = d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
        d[i]![j] = Math.min(d[i - 1]![j]! + 1, d[i]![j - 1]! + 1, replaced);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1);
        }
      }
    }
    return d[a.length]![b.length]!;
  }

  it('is the edit distance up to the limit, and the limit plus one beyond', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, limit) => {
        expect(countEdits(a, b, limit)).toBe(Math.min(distance(a, b), limit + 1));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['lamp', 'lamp', 0],
    ['lmap', 'lamp', 1],
    ['lam', 'lamp', 1],
    ['lampp', 'lamp', 1],
    ['sofa', 'lamp', 3],
  ])('of %s and %s is %i', (a, b, edits) => {
    expect(countEdits(a, b, 2)).toBe(edits);
  });
});
