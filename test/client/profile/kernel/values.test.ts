import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FeedProfiler } from '../../../../src/client/profile/feed-profiler.ts';
import { createProfile } from '../../../../src/client/profile/profile.ts';
import { Tally } from '../../../../src/client/profile/tally.ts';
import { lineOf } from '../catalogs.ts';

/** Values as a line says them, long ones among them, and texts that look like other values. */
const value = fc
  .oneof(
    fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
    fc.jsonValue({ maxDepth: 2 }).map((inner) => JSON.stringify(inner)),
    fc
      .tuple(fc.constantFrom('[', '{', '"', 'x'), fc.nat({ max: 3 }))
      .map(([first, nth]) => `${first}${'y'.repeat(510 + nth)}`),
    fc.array(fc.constantFrom('a'.repeat(300), 'b'), { maxLength: 3 }),
  )
  .map((json) => JSON.parse(JSON.stringify(json)) as unknown);

const tally = new Tally(1);

/** What stands for a value in a field; undefined for null and what is empty. */
function keyOf(json: unknown): bigint | undefined {
  const line = lineOf({ id: '1', attributes: { title: json }, variants: {} });
  tally.read(Buffer.from(line));
  return tally.listFeatures().fields[0]?.value;
}

describe('what stands for a value', () => {
  test('is the same for equal values only, however long', () => {
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [key, another] = [keyOf(one), keyOf(other)];
        fc.pre(key !== undefined && another !== undefined);
        expect(keyOf(JSON.parse(JSON.stringify(one)))).toBe(key);
        expect(key === another).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['[1]', [1]],
    ['{"a":1}', { a: 1 }],
    ['12', 12],
    ['true', true],
    [`["${'x'.repeat(600)}"]`, ['x'.repeat(600)]],
    [['a', 'b'], ['ab']],
    [[[1], 2], [[1, 2]]],
    [{ a: 'b' }, ['a', 'b']],
    [
      { a: 'b', c: 'd' },
      { a: 'd', c: 'b' },
    ],
  ])('tells %j from what it looks like', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  test('is another one in another kernel: nobody knows before what would collide', () => {
    const line = Buffer.from(lineOf({ id: '1', attributes: { title: 'x' }, variants: {} }));
    const keys = [new Tally(1), new Tally(1)].map((own) => {
      own.read(line);
      return own.listFeatures().fields[0]?.value;
    });
    expect(keys[0]).not.toBe(keys[1]);
  });
});

/** Texts that one unkeyed hash of 32 bits, FNV-1a with a final mix, takes for one; and one that skips characters of long texts. */
const COLLIDING = [
  ['red red and oak 241', 'round bench brass of 94'],
  ['tall bench glass modern 473', 'of brass table linen 60'],
  ['sofa linen round velvet 445', 'round glass oak of 193'],
  ['modern glass oak mirror 411', 'low velvet brass velvet 789'],
  [`${'x'.repeat(90)}y${'x'.repeat(90)}`, `${'x'.repeat(90)}z${'x'.repeat(90)}`],
];

function profileOf(titles: readonly string[]) {
  const watch = new FeedProfiler(1);
  for (const [nth, title] of titles.entries()) {
    const line = Buffer.from(lineOf({ id: `${nth}`, attributes: { title }, variants: {} }));
    watch.alone(1, { bytes: line, start: 0, end: line.length, position: nth });
  }
  const seen = watch.end();
  return { seen, profile: createProfile({ at: '2026-03-02T06:00:00.000Z', products: titles.length }, seen) };
}

test('values that were made to have one hash are counted as different, and none is an example of shared ones', () => {
  const titles = COLLIDING.flat();
  const { seen, profile } = profileOf(titles);
  expect(profile.fields.title?.distinct).toBe(titles.length);
  const { movement, tally } = seen;
  expect(movement.listExamples('same:title', (value) => tally.getCount(value))).toEqual([]);
});
