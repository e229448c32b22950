import { describe, expect, test } from 'vitest';
import { guardRemovals, guardShrink } from '../../../src/delivery/push/guards.ts';

const STRICT = { allowShrink: false, allowRemovals: undefined };

describe('the guard of full loads', () => {
  test.each([
    [undefined, 10],
    [100, 80],
    [100, 500],
  ])('lets %s products become %d', (before, after) => {
    expect(() => guardShrink(before, after, STRICT)).not.toThrow();
  });

  test('does not let 100 products become 79, unless told to', () => {
    expect(() => guardShrink(100, 79, STRICT)).toThrow(
      expect.objectContaining({ kind: 'guard', code: 'guard.shrink' }),
    );
    expect(() => guardShrink(100, 79, { ...STRICT, allowShrink: true })).not.toThrow();
  });

  test.each([
    [undefined, false],
    [100, false],
    [100, true],
  ])('does not let %s products become none, told to or not: %s', (before, allowShrink) => {
    expect(() => guardShrink(before, 0, { ...STRICT, allowShrink })).toThrow(
      expect.objectContaining({ kind: 'guard', code: 'guard.empty' }),
    );
  });
});

describe('the guard of deltas', () => {
  test.each([
    [100, 5, undefined, true],
    [100, 6, undefined, false],
    [100, 6, { products: 6 }, true],
    [100, 7, { products: 6 }, false],
    [100, 10, { share: 0.1 }, true],
    [100, 11, { share: 0.1 }, false],
    [10, 1, undefined, false],
    [10, 0, undefined, true],
  ])('of %d products %d may vanish, allowed %j: %s', (before, removed, allowRemovals, passes) => {
    const guard = () => guardRemovals(before, removed, { ...STRICT, allowRemovals });
    if (passes) expect(guard).not.toThrow();
    else expect(guard).toThrow(expect.objectContaining({ kind: 'guard', code: 'guard.removals' }));
  });
});
