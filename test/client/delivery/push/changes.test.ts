import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { diffCatalogs } from '../../../../src/catalog/delta/diff.ts';
import { ChangeCount } from '../../../../src/client/delivery/push/changes.ts';

const LONG = 'A lamp for the desk, with a shade of linen and a foot of oak, in five colours.';

function catalog(records: Record<string, object>): string {
  return Object.entries(records)
    .map(([id, value]) => `${JSON.stringify({ op: 'add', path: `/products/${id}`, value })}\n`)
    .join('');
}

const record = (attributes: object, more: object = {}) => ({
  attributes: { title: LONG, description: LONG, price: 1, availability: true, ...attributes },
  ...more,
});

/** Large enough that their prices are set one by one. */
const variants = (price: number) => {
  const attributes = { price, color: LONG };
  return { variants: { 'b/1': { attributes }, b2: { attributes } } };
};

async function count(before: Record<string, object>, after: Record<string, object>, isExplained: boolean) {
  const changes = new ChangeCount(isExplained);
  await diffCatalogs(
    { stream: Readable.from([Buffer.from(catalog(before))]), name: 'old' },
    { stream: Readable.from([Buffer.from(catalog(after))]), name: 'new' },
    (lines) => changes.countOperations(lines),
    {
      beforeEmit: (summary) => changes.begin(summary),
      ...(isExplained && { onExplain: (explanation) => changes.countExplanation(explanation) }),
    },
  );
  return changes;
}

const BEFORE = {
  a: record({}),
  b: record({}, variants(1)),
  c: record({ availability: false }),
  gone: record({}),
  soldOut: record({}),
  'q"~1~0': record({}),
};
const AFTER = {
  a: record({ price: 10 }),
  b: record({}, variants(2)),
  c: record({}),
  soldOut: record({ availability: false }),
  'q"~1~0': record({ price: 3 }),
  fresh: record({ availability: false }),
};

describe.each([false, true])('changes, explained: %s', (isExplained) => {
  test('are counted a product, by attribute and with examples', async () => {
    const { changes, isUndecided } = await count(BEFORE, AFTER, isExplained);
    // Half of the prices are others: whether by far, only explanations tell.
    expect(isUndecided).toBe(!isExplained);
    expect(changes.priceLeaps).toBe(isExplained ? 1 : 0);
    expect(changes).toMatchObject({ before: 6, after: 6, added: 1, changed: 5, removed: 1, unchanged: 0 });
    expect(changes).toMatchObject({ newlyUnavailable: 1, newlyAvailable: 1 });
    expect(changes.attributes.map(({ name, products }) => [name, products])).toEqual([
      ['availability', 2],
      ['price', 2],
      ['variants.price', 1],
    ]);
    expect(changes.examples).toMatchObject({
      changed: ['a', 'b', 'c', 'soldOut', 'q"/~'],
      removed: ['gone'],
      newlyUnavailable: ['soldOut'],
      newlyAvailable: ['c'],
    });
  });
});

test('old and new values are told where it explains, with their digits', async () => {
  const { changes } = await count(BEFORE, AFTER, true);
  expect(changes.attributes[1]?.examples[0]).toEqual({ product: 'a', old: '1', new: '10' });
});

test('a product that is set whole and sells out is undecided, and clear where it explains', async () => {
  const other = LONG.replaceAll('a', 'b');
  const sold = { a: record({ title: other, description: other, price: 2, availability: false }) };
  const before = { a: BEFORE.a };
  expect((await count(before, sold, false)).isUndecided).toBe(true);
  const explained = await count(before, sold, true);
  expect(explained.isUndecided).toBe(false);
  expect(explained.changes).toMatchObject({ newlyUnavailable: 1 });
  expect(explained.changes.attributes.map(({ name }) => name).sort()).toEqual([
    'availability',
    'description',
    'price',
    'title',
  ]);
});
