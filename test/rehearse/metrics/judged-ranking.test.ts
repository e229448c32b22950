import { describe, expect, test } from 'vitest';
import {
  computeJudgedShare,
  computeNdcg,
  computePrecision,
  computeRecall,
  computeReciprocalRank,
} from '../../../src/rehearse/metrics/judged-ranking.ts';

type Grades = Readonly<Record<string, number>>;
type Case = readonly [
  k: number,
  /** A product is a letter. */
  ranking: string,
  grades: Grades,
  ndcg: number,
  precision: number,
  recall: number,
  reciprocalRank: number,
  judgedShare: number,
];

/** Rankings at random, with the figures of ranx 0.3 (`ndcg_burges@k`) and ir-measures 0.4 (`P@k`, `R@k`, `RR@k`, `Judged@k`). */
const CASES: readonly Case[] = [
  [
    3,
    'mvtbwuzafnp',
    { p: 1, h: 3, u: 2, l: 3, j: 1, m: 2, q: 1, i: 3, t: 1, z: 3, v: 2, f: 0 },
    0.3615316105681776,
    1,
    0.2727272727272727,
    1,
    1,
  ],
  [5, 'vmifrsengocju', { k: 2, n: 2, e: 3, w: 0, o: 3, t: 1 }, 0, 0, 0, 0, 0],
  [1, 'fpjgohz', { m: 1, e: 2, f: 0, y: 0, s: 3, p: 1, k: 1, c: 3, d: 1, n: 2, i: 1, b: 3 }, 0, 0, 0, 0, 1],
  [10, 'g', { r: 1, n: 0, h: 0, m: 2, s: 0, v: 0, t: 3, b: 0, w: 0 }, 0, 0, 0, 0, 0],
  [3, 'osluazmtr', { z: 2 }, 0, 0, 0, 0, 0],
  [10, 'gdbzuy', { v: 2, k: 2, z: 3, o: 2, j: 2 }, 0.23469422678780313, 0.1, 0.2, 0.25, 0.16666666666666666],
  [3, 'ngrvhoqia', { w: 0, d: 1, o: 1, u: 2, b: 3, a: 2, y: 3, t: 1, s: 2, h: 1, l: 1 }, 0, 0, 0, 0, 0],
  [3, 'n', { e: 3, r: 2, v: 3 }, 0, 0, 0, 0, 0],
  [3, 'doks', { q: 3, f: 1, t: 0, g: 2, p: 0 }, 0, 0, 0, 0, 0],
  [3, 'wexh', { o: 2, i: 0, q: 1, j: 2, z: 3, r: 1, x: 0 }, 0, 0, 0, 0, 0.3333333333333333],
  [
    1,
    'cesofwlnzvtd',
    { l: 2, f: 1, m: 0, q: 0, p: 0, z: 3, c: 0, n: 0, j: 3, i: 0, h: 2, u: 0 },
    0,
    0,
    0,
    0,
    1,
  ],
  [3, 'yprobwdtzlmisuk', { j: 0, b: 2 }, 0, 0, 0, 0, 0],
  [10, 'fa', { a: 3, j: 1 }, 0.5787641110093001, 0.1, 0.5, 0.5, 0.5],
  [1, 'yfxm', { z: 1, i: 0, p: 0 }, 0, 0, 0, 0, 0],
];

const judged = (grades: Grades) => new Map(Object.entries(grades));

test.each(CASES)('first %i of %s by %o', (k, ranking, grades, ...figures) => {
  const [ids, judgments] = [[...ranking], judged(grades)];
  const measured = [
    computeNdcg,
    computePrecision,
    computeRecall,
    computeReciprocalRank,
    computeJudgedShare,
  ].map((of) => of(ids, judgments, k));
  for (const [at, figure] of figures.entries()) expect(measured[at]).toBeCloseTo(figure, 9);
});

describe('what the definitions leave open', () => {
  test('an empty ranking gains nothing, and shows nothing that is not judged', () => {
    const judgments = judged({ a: 3 });
    const figures = [
      computeNdcg,
      computePrecision,
      computeRecall,
      computeReciprocalRank,
      computeJudgedShare,
    ].map((of) => of([], judgments, 10));
    expect(figures).toEqual([0, 0, 0, 0, 1]);
  });

  test('without a relevant product there is no ideal', () => {
    expect(computeNdcg(['a'], judged({ a: 0 }), 10)).toBe(0);
    expect(computeRecall(['a'], judged({ a: 0 }), 10)).toBe(0);
  });

  test('the ideal has products that are not shown', () => {
    expect(computeNdcg(['b'], judged({ a: 3, b: 1 }), 1)).toBeCloseTo(1 / 7, 12);
  });

  test('precision divides by k where fewer are shown', () => {
    expect(computePrecision(['a'], judged({ a: 1 }), 5)).toBe(0.2);
  });
});
