import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankOverlap } from '../../../src/rehearse/metrics/rank-overlap.ts';

/** Rankings at random, a product a letter, with the figures of the package rbo 0.1.3 (`rbo_ext(p=0.9)`). */
const CASES: readonly (readonly [first: string, second: string, overlap: number])[] = [
  ['mvtbwuzafnp', 'mvtbwazuf', 0.9825664857142856],
  ['vmifrsengocju', 'vfeindj', 0.6657326350911343],
  ['fpjgohz', 'wubhpkcnsiazdfr', 0.22356653574860424],
  ['g', 'g', 1],
  ['osluazmtr', 'ojxpfbwhtsmya', 0.4030386419092632],
  ['gdbzuy', 'pdlyaknhscqj', 0.30017699999999997],
  ['ngrvhoqia', 'n', 1],
  ['n', 'wuapb', 0],
  ['doks', 'lrjef', 0],
  ['wexh', 'we', 1],
  ['cesofwlnzvtd', 'bwoukqeypra', 0.21280781830441559],
  ['yprobwdtzlmisuk', 'gmltce', 0.09358281187934167],
  ['fa', 'f', 1],
  ['yfxm', 'uyxgrakv', 0.4635],
];

test.each(CASES)('%s and %s', (first, second, overlap) => {
  expect(rankOverlap([...first], [...second])).toBeCloseTo(overlap, 9);
});

test.each([
  ['', '', 1],
  ['a', '', 0],
  ['', 'a', 0],
  ['ab', 'ab', 1],
  ['ab', 'cd', 0],
] as const)('%o and %o', (first, second, overlap) => {
  expect(rankOverlap([...first], [...second])).toBeCloseTo(overlap, 12);
});

const rankings = fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 20 });

test('it is the same both ways, and from 0 to 1', () => {
  fc.assert(
    fc.property(rankings, rankings, (first, second) => {
      const overlap = rankOverlap(first, second);
      expect(rankOverlap(second, first)).toBeCloseTo(overlap, 12);
      expect(overlap).toBeGreaterThanOrEqual(0);
      expect(overlap).toBeLessThanOrEqual(1 + 1e-12);
      expect(rankOverlap(first, first)).toBeCloseTo(1, 12);
    }),
  );
});
