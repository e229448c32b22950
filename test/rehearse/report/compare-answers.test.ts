import { expect, test } from 'vitest';
import { findFacetChanges, findMoves } from '../../../src/rehearse/report/compare-answers.ts';
import { answerOf } from '../observations.ts';

test('what went comes first, then what came, then what moved', () => {
  const moves = findMoves(answerOf('abcdef'), answerOf('xdbceg'), 4);
  expect(moves.map(({ id, before, after, change }) => [id, before, after, change])).toEqual([
    ['a', 1, null, 'vanished'],
    ['x', null, 1, 'appeared'],
    ['d', 4, 2, 'moved'],
    ['b', 2, 3, 'moved'],
    ['c', 3, 4, 'moved'],
  ]);
});

test('a product that fell behind the first ones has its place there', () => {
  expect(findMoves(answerOf('abc'), answerOf('bca'), 2)).toEqual([
    { id: 'a', title: 'A', before: 1, after: 3, change: 'vanished' },
    { id: 'c', title: 'C', before: 3, after: 2, change: 'appeared' },
    { id: 'b', title: 'B', before: 2, after: 1, change: 'moved' },
  ]);
});

test('the same answer has no moves', () => {
  expect(findMoves(answerOf('abc'), answerOf('abc'), 10)).toEqual([]);
});

test('facets that lost a value, or whose shares are clearly others', () => {
  const facets = (...all: [string, Record<string, number>][]) => ({
    facets: new Map(all.map(([field, counts]) => [field, new Map(Object.entries(counts))])),
  });
  const before = answerOf(
    'a',
    facets(
      ['color', { red: 2, blue: 1 }],
      ['brand', { A: 50, B: 50 }],
      ['size', { s: 50, m: 50 }],
      ['gone', { x: 1 }],
    ),
  );
  const after = answerOf(
    'a',
    facets(['color', { red: 3 }], ['brand', { A: 80, B: 20 }], ['size', { s: 51, m: 49 }], ['new', { y: 1 }]),
  );
  expect(findFacetChanges(before, after)).toEqual([
    { field: 'gone', lost: ['x'], shift: 1 },
    { field: 'color', lost: ['blue'], shift: expect.closeTo(1 / 3, 12) },
    { field: 'brand', lost: [], shift: expect.closeTo(0.3, 12) },
  ]);
});
