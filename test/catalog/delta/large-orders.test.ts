import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { DiffOptions } from '../../../src/catalog/delta/diff-options.ts';
import { GzipSource } from '../../../src/catalog/delta/source/gzip-source.ts';
import { PlainSource } from '../../../src/catalog/delta/source/plain-source.ts';
import { draws } from './respell.ts';
import { line, runDiff } from './run-diff.ts';

const COUNT = 6000;

function record(number: number, price: number): string {
  return line(`P${number}`, {
    attributes: { title: `Product ${number}`, price, text: 'x'.repeat(number % 300) },
  });
}

/** The lines of two catalogs: of the old products a fifth is changed, a tenth is gone; a tenth as many are new. */
function catalogsOf(count: number): [olds: string[], news: string[]] {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const changed = numbers
    .filter((number) => number % 10 !== 3)
    .map((number) => record(number, number % 5 === 1 ? number + 1 : number));
  const added = numbers.slice(0, count / 10).map((number) => record(count + number, 1));
  return [numbers.map((number) => record(number, number)), [...changed, ...added]];
}

const [oldLines, newLines] = catalogsOf(COUNT);

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const [draw] = fc.sample(draws, { seed, numRuns: 1 });
  if (draw === undefined) throw new Error('nothing was drawn');
  const result = [...list];
  for (let last = result.length - 1; last > 0; last--) {
    const other = (draw(0x7fff) * 0x7fff + draw(0x7fff)) % (last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

const ORDERS: [string, string[], string[]][] = [
  ['the same order', oldLines, newLines],
  ['random orders', shuffled(oldLines, 1), shuffled(newLines, 2)],
  ['opposite orders', oldLines, [...newLines].reverse()],
  [
    'the same order after a shuffled start',
    oldLines,
    [...shuffled(newLines.slice(0, 2000), 3), ...newLines.slice(2000)],
  ],
  ['the halves swapped', oldLines, [...newLines.slice(3000), ...newLines.slice(0, 3000)]],
];

const WAYS: [string, DiffOptions, boolean][] = [
  ['in memory', {}, false],
  ['from gzip files', {}, true],
  ['with every line read', { strict: true }, false],
];

describe.each(WAYS)('catalogs of thousands, %s', (_way, options, compressed) => {
  it.each(ORDERS)('in %s', async (_order, olds, news) => {
    const content = (lines: string[]) => (compressed ? gzipSync(lines.join('')) : lines.join(''));
    const { lines, summary } = await runDiff(content(olds), content(news), { missing: 'remove', ...options });
    expect(summary).toMatchObject({ changed: 1200, added: 600, removed: 600, unchanged: 4200 });
    expect(lines).toHaveLength(2400);
    const expected = news.flatMap((text) => expectedFor(text)).concat(vanished(olds));
    expect(lines).toEqual(expected);
  });
});

describe('catalogs whose notes take several passes', () => {
  it.each<[string, DiffOptions, boolean]>([
    ['', {}, false],
    [', from gzip files', {}, true],
    [', with every line read', { strict: true, onExplain: () => undefined }, false],
  ])('in random orders%s', async (_way, options, compressed) => {
    const [olds, news] = catalogsOf(30_000);
    const content = (lines: string[]) => (compressed ? gzipSync(lines.join('')) : lines.join(''));
    const rewinds = vi.spyOn((compressed ? GzipSource : PlainSource).prototype, 'rewind');
    const contents = [content(shuffled(olds, 6)), content(shuffled(news, 7))] as const;
    // compared with the plainest diff in there
    const { summary } = await runDiff(...contents, { maxMemoryBytes: 1, ...options });
    expect(summary).toMatchObject({ changed: 6000, added: 3000, removed: 3000 });
    expect(rewinds).toHaveBeenCalled();
    rewinds.mockRestore();
  });
});

function expectedFor(text: string): string[] {
  const { path, value } = JSON.parse(text);
  const number = Number(path.slice('/products/P'.length));
  if (number >= COUNT) return [text.trimEnd()];
  return number % 5 === 1
    ? [`{"op":"add","path":"${path}/attributes/price","value":${value.attributes.price}}`]
    : [];
}

function vanished(olds: string[]): string[] {
  return olds
    .map((text) => JSON.parse(text).path as string)
    .filter((path) => Number(path.slice('/products/P'.length)) % 10 === 3)
    .map((path) => `{"op":"remove","path":"${path}"}`);
}

describe('products of several KB in random orders, from gzip files', () => {
  it.each([1_000_000, 2_000_000, 4_000_000])('with %i bytes of memory', async (maxMemoryBytes) => {
    const large = (number: number, price: number) =>
      line(`P${number}`, { attributes: { price, text: 'x'.repeat(5000 + ((number * 97) % 5000)) } });
    const some = Array.from({ length: 1500 }, (_, number) => number);
    const olds = shuffled(some, 4).map((number) => large(number, 1));
    const news = shuffled(some, 5);
    const newTexts = news.map((number) => large(number, number % 10 === 0 ? 2 : 1));
    const content = (lines: string[]) => gzipSync(lines.join(''), { level: 1 });
    const { text } = await runDiff(content(olds), content(newTexts), { threads: 2, maxMemoryBytes });
    const changed = news.filter((number) => number % 10 === 0);
    expect(text).toBe(
      changed
        .map((number) => `{"op":"add","path":"/products/P${number}/attributes/price","value":2}\n`)
        .join(''),
    );
  });
});
