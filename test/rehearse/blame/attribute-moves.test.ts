import { expect, test } from 'vitest';
import { findCauses } from '../../../src/rehearse/blame/attribute-moves.ts';
import { findMoves } from '../../../src/rehearse/report/compare-answers.ts';
import type {
  BlamedChange,
  FacetChange,
  QueryReport,
} from '../../../src/rehearse/report/rehearsal-report.ts';
import { answerOf, queryOf } from '../observations.ts';

/** Who is blamed where these products changed; upper case stands for one that is gone from the feed. */
function blamed(before: string, after: string, changed: string, facets: readonly FacetChange[] = []): string {
  const [old, now] = [answerOf(before), answerOf(after)];
  const moves = findMoves(old, now, 10);
  const report: QueryReport = {
    name: 'sofa',
    query: queryOf(),
    verdict: moves.length > 0 ? 'moved' : 'unchanged',
    answer: { before: old, after: now },
    moves,
    facets,
    checks: [],
    blame: [],
  };
  const changes = [...changed].map((letter): [string, BlamedChange] => {
    const id = letter.toLowerCase();
    return [
      id,
      { id, kind: letter === id ? 'changed' : 'removed', attributes: [{ name: 'variants/v/color' }] },
    ];
  });
  return findCauses(report, new Map(changes))
    .map(({ id }) => id)
    .join('');
}

const COLOR_LOST = [{ field: 'color', lost: ['red'], shift: 0.5 }];

test.each([
  ['a product that is gone', 'abcd', 'bcd', 'A', 'a'],
  ['not one that it lets up', 'abcd', 'bcd', 'Ac', 'a'],
  ['one that passed another', 'abcd', 'abdc', 'd', 'd'],
  ['not the one that was passed', 'abcd', 'dabc', 'd', 'd'],
  ['a product that is new in the answer', 'abc', 'xabc', 'x', 'x'],
  ['each that moved where all of these changed', 'abc', 'bac', 'ab', 'ab'],
  ['each that moved where all changed', 'abc', 'cba', 'abc', 'ac'],
  ['what ended the relaxation, not those that went with it', 'abcd', 'x', 'bx', 'x'],
  ['nobody of those that went where the relaxation ended', 'abcd', 'x', 'b', ''],
  ['not one that was pushed off the end', 'abcd', 'xabc', 'xd', 'x'],
  ['not one that moved up into the answer', 'abc', 'abd', 'Cd', 'c'],
  ['one that no longer matches', 'ab', 'a', 'b', 'b'],
  ['the only one, which no longer matches', 'a', '', 'a', 'a'],
  ['nobody where nothing changed', 'abc', 'acb', '', ''],
] as const)('%s', (_what, before, after, changed, expected) => {
  expect(blamed(before, after, changed)).toBe(expected);
});

test('a lost value of a facet is blamed on products that have lost it', () => {
  expect(blamed('abc', 'abc', 'b')).toBe('');
  expect(blamed('abc', 'abc', 'b', COLOR_LOST)).toBe('b');
  expect(blamed('abc', 'abc', 'b', [{ field: 'brand', lost: ['x'], shift: 0.5 }])).toBe('');
});

test.each(['colors', 'sku_color'])(
  'a lost value of the facet %s is blamed on the variants that had it',
  (field) => {
    expect(blamed('abc', 'abc', 'b', [{ field, lost: ['red'], shift: 0.5 }])).toBe('b');
  },
);
