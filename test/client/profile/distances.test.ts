import { expect, test } from 'vitest';
import { computeJensenShannon, findLargestDifference } from '../../../src/client/profile/distances.ts';

test('the largest difference of a share is told with its name', () => {
  const distance = findLargestDifference({ a: 0.5, b: 0.5 }, { a: 0.45, c: 0.25, b: 0.3 });
  expect(distance).toEqual({ distance: 0.25, name: 'c' });
  expect(findLargestDifference({ a: 1 }, { a: 1 })).toEqual({ distance: 0, name: '' });
});

test('the Jensen-Shannon distance is 0 of the same, 1 of what has nothing in common', () => {
  expect(computeJensenShannon({ 1: 0.5, 2: 0.5 }, { 1: 0.5, 2: 0.5 })).toBe(0);
  expect(computeJensenShannon({ 1: 1 }, { 2: 1 })).toBe(1);
  // Of (1, 0) and (1/2, 1/2): the divergence is 3/4 log2(4/3) = 0.3113, as its definition gives.
  expect(computeJensenShannon({ 1: 1 }, { 1: 0.5, 2: 0.5 }) ** 2).toBeCloseTo(0.75 * Math.log2(4 / 3), 12);
  expect(computeJensenShannon({}, {})).toBe(0);
});
