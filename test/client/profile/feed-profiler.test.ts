import { describe, expect, test } from 'vitest';
import { FeedProfiler } from '../../../src/client/profile/feed-profiler.ts';
import { createProfile } from '../../../src/client/profile/profile.ts';
import type { Tally } from '../../../src/client/profile/tally.ts';
import { lineOf, type MadeProduct, madeProduct, textOf } from './catalogs.ts';
import { randomInt } from './random.ts';

const AT = { at: '2026-03-02T06:00:00.000Z', products: 0 };

function alone(products: readonly MadeProduct[], oneIn = 1): Tally {
  const watch = new FeedProfiler(oneIn);
  showLines(watch, textOf(products));
  return watch.end().tally;
}

function showLines(watch: FeedProfiler, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    watch.line(bytes, start, end);
    start = end + 1;
  }
}

/** Shows lines of one catalog, each for itself. */
function pass(watch: FeedProfiler, side: 0 | 1, products: readonly MadeProduct[]): void {
  const bytes = textOf(products);
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    watch.alone(side, { bytes, start, end, position: start });
    start = end + 1;
  }
}

function profile(tally: Tally) {
  return createProfile(AT, { tally, movement: new FeedProfiler(1).end().movement, inBoth: 0 });
}

/** Some products go, some come, some change, and the order is another. */
function next(products: readonly MadeProduct[], seed: number): MadeProduct[] {
  const random = randomInt(seed);
  const kept = products.filter(() => random(20) > 0);
  const changed = kept.map((one, at) =>
    random(5) === 0 ? { ...madeProduct(at, seed * 1000 + at), id: one.id } : one,
  );
  const came = Array.from({ length: random(20) }, (_, at) => madeProduct(10_000 * seed + at));
  return [...changed, ...came].sort(() => random(3) - 1);
}

describe('the counters of a catalog', () => {
  test('are those of the new one, whatever the order in which the lines of two pass', () => {
    const before = Array.from({ length: 300 }, (_, nth) => madeProduct(nth));
    const after = next(before, 7);
    const watch = new FeedProfiler(1);
    // The new catalog now ahead of the old one, now behind it.
    for (let at = 0; at < Math.max(before.length, after.length); at += 10) {
      pass(watch, 1, after.slice(at, at + 10));
      pass(watch, 0, before.slice(at, at + 10));
    }
    const { tally, movement, inBoth } = watch.end();
    expect(profile(tally)).toEqual(profile(alone(after)));
    expect(Object.keys(movement.listCounts()).length).toBeGreaterThan(2);
    const ids = new Set(before.map(({ id }) => id));
    expect(inBoth).toBe(after.filter(({ id }) => ids.has(id)).length);
  });

  test('do not depend on how the lines are spelled', () => {
    const products = Array.from({ length: 60 }, (_, nth) => madeProduct(nth));
    const respelled = products.map((one) => {
      const { op, path, value } = JSON.parse(lineOf(one));
      return JSON.stringify({ value, path, op }, undefined, 1)
        .replaceAll('\n', ' ')
        .replaceAll('é', '\\u00e9');
    });
    const watch = new FeedProfiler(4);
    showLines(watch, Buffer.from(respelled.map((line) => `${line}\n`).join('')));
    const { tally } = watch.end();
    expect(tally.products).toBeGreaterThan(5);
    expect(profile(tally)).toEqual(profile(alone(products, 4)));
  });
});

test('products that are there twice by other ids are examples of what is shared', () => {
  const before = Array.from({ length: 40 }, (_, nth) => madeProduct(nth));
  const copies = [3, 8].map((nth) => ({ ...(before[nth] as MadeProduct), id: `copy-${nth}` }));
  const watch = new FeedProfiler(1);
  pass(watch, 0, before);
  pass(watch, 1, [...before, madeProduct(77), ...copies]);
  const { movement, tally } = watch.end();
  const examples = movement.listExamples('same:title', (value) => tally.getCount(value));
  expect(examples.map(({ product }) => product)).toEqual(['copy-3', 'copy-8']);
});

describe('the profile of a catalog', () => {
  test('says what its products are like', () => {
    const made = (nth: number, attributes: object): MadeProduct => ({
      id: `${nth}`,
      attributes: { title: `t${nth}`, price: 100, url: `u${nth}`, ...attributes },
      variants: {},
    });
    const products = [
      made(1, { brand: 'A', price: '100.00 EUR' }),
      made(2, { brand: 'A', availability: false }),
      made(3, { brand: 'B', title: '' }),
      made(4, { brand: null, title: 't1', category_paths: [[{ id: 'x' }, { id: 'y' }]] }),
    ];
    expect(profile(alone(products))).toMatchObject({
      profiled: 4,
      available: 0.75,
      incomplete: 0.25,
      variants: 0,
      brands: { A: 0.5, B: 0.25 },
      categories: { y: 0.25 },
      fields: {
        title: { fill: 0.75, types: { string: 1 }, distinct: 2, length: 2 },
        price: { fill: 1, types: { number: 0.75, string: 0.25 }, distinct: 2 },
        brand: { fill: 0.75 },
        availability: { fill: 0.25, types: { boolean: 1 } },
      },
    });
  });
});
