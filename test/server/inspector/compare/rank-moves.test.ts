import { expect, test } from 'vitest';
import { rankMoves } from '../../../../src/server/inspector/compare/rank-moves.ts';

test('tells what stayed, moved, came and went', () => {
  expect(rankMoves(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual([
    { id: 'a', left: 1, right: 1, kind: 'same' },
    { id: 'b', left: 2, right: undefined, kind: 'lost' },
    { id: 'c', left: 3, right: 2, kind: 'moved' },
    { id: 'd', left: undefined, right: 3, kind: 'gained' },
  ]);
  expect(rankMoves([], [])).toEqual([]);
});
