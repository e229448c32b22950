import { expect, test } from 'vitest';
import { rankOverlap } from '../../../src/rehearse/metrics/rank-overlap.ts';
import type { GoldenQuery } from '../../../src/rehearse/queries/golden-query.ts';
import { checkQuery, measure } from '../../../src/rehearse/report/check-query.ts';
import { answerOf, queryOf } from '../observations.ts';

const TOLERANCES = { top: 3, maxDrop: 0.05, judgedFloor: 0.5 };

/** The verdicts of a query's checks, `kind verdict` each. */
function verdicts(asked: Partial<GoldenQuery>, before: string | undefined, after: string): string[] {
  const query = queryOf(asked);
  const { judgments } = query;
  const sides = { ...(before !== undefined && { before: answerOf(before) }), after: answerOf(after) };
  const overlap = before === undefined ? undefined : rankOverlap([...before], [...after]);
  const metrics = judgments && {
    ...(sides.before && { before: measure(sides.before, judgments, 3) }),
    after: measure(sides.after, judgments, 3),
  };
  const measured = {
    query,
    answer: sides,
    ...(overlap !== undefined && { overlap }),
    ...(metrics && { metrics }),
  };
  return checkQuery(measured, TOLERANCES).map(({ kind, verdict }) => `${kind} ${verdict}`);
}

const ids = (...wanted: string[]) => ({ expect: { ids: wanted, absent: [] } });
const absent = (...unwanted: string[]) => ({ expect: { ids: [], absent: unwanted } });

test.each([
  ['a product that is there', ids('a'), 'abc', 'bca', ['ids passed']],
  ['one that has fallen', ids('a'), 'abc', 'bcda', ['ids failed']],
  ['one that is gone', ids('a'), 'abc', 'bc', ['ids failed']],
  ['one that never was', ids('x'), 'abc', 'abc', ['ids failed-before']],
  ['one that never was, without a live catalog', ids('x'), undefined, 'abc', ['ids failed']],
  ['one that has come back', ids('a'), 'bc', 'abc', ['ids passed']],
  ['places of its own', { expect: { top: 4, ids: ['a'], absent: [] } }, 'abc', 'bcda', ['ids passed']],
  ['one that must not be there', absent('x'), 'abc', 'axc', ['absent failed']],
  ['one that must not be there and was', absent('x'), 'xbc', 'axc', ['absent failed-before']],
  ['one that must not be there and is behind', absent('x'), 'abc', 'abcx', ['absent passed']],
  ['enough hits', { expect: { ids: [], absent: [], minHits: 2 } }, 'abc', 'ab', ['minHits passed']],
  ['too few hits', { expect: { ids: [], absent: [], minHits: 2 } }, 'abc', 'a', ['minHits failed']],
  ['a stable order', { stable: 0.9 }, 'abc', 'abc', ['stable passed']],
  ['another order', { stable: 0.9 }, 'abc', 'cab', ['stable failed']],
  ['stability without a live catalog', { stable: 0.9 }, undefined, 'cab', []],
] as const)('%s', (_what, asked, before, after, expected) => {
  expect(verdicts(asked as Partial<GoldenQuery>, before, after)).toEqual(expected);
});

const judgments = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
]);

test.each([
  ['the same', 'abc', 'abc', 'passed'],
  ['better', 'bac', 'abc', 'passed'],
  ['worse', 'abc', 'bca', 'failed'],
  ['a good product lost among unjudged ones', 'abc', 'xyb', 'inconclusive'],
  ['all lost', 'abc', '', 'failed'],
] as const)('judged products: %s', (_what, before, after, verdict) => {
  expect(verdicts({ judgments }, before, after)).toEqual([`judgments ${verdict}`]);
});
