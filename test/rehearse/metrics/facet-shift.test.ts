import { expect, test } from 'vitest';
import { computeShareShift, findLostValues } from '../../../src/rehearse/metrics/facet-shift.ts';

const counts = (values: Readonly<Record<string, number>>) => new Map(Object.entries(values));

test.each([
  [{ red: 3, blue: 1 }, { red: 3 }, ['blue'], 0.25],
  [{ red: 3, blue: 1 }, { red: 3, blue: 0 }, ['blue'], 0.25],
  [{ red: 1, blue: 1 }, { red: 10, blue: 10 }, [], 0],
  [{ red: 1 }, {}, ['red'], 1],
  [{}, { red: 1 }, [], 1],
  [{}, {}, [], 0],
  [{ red: 1, blue: 3 }, { red: 3, green: 1 }, ['blue'], 0.75],
] as const)('%o becomes %o', (before, after, lost, shift) => {
  expect(findLostValues(counts(before), counts(after))).toEqual(lost);
  expect(computeShareShift(counts(before), counts(after))).toBeCloseTo(shift, 12);
});
