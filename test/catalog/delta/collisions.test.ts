import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { DiffOptions } from '../../../src/catalog/delta/diff-options.ts';
import { saveBase } from '../../../src/client/delivery/save-base.ts';
import { identify } from '../../../src/client/state/push-run.ts';
import { fileOf, runDiff } from './run-diff.ts';

/**
 * Two lines of one id whose hashes were the same under nearly every seed, as the hash was until 2026-11: a difference in one
 * of its four lanes, which rotates and multiplies, taken back 32 bytes later.
 */
function collidingLines(id: string): [string, string] {
  const lineOf = (title: string, price: string) => {
    const head = `{"op":"add","path":"/products/${id}","value":{"attributes":{"title":"`;
    const padded = head + 'x'.repeat((32 - (head.length % 32)) % 32);
    return `${padded}${title}${'x'.repeat(22)}","price":${price},"url":"https://shop.example/p/1"}}}\n`;
  };
  return [lineOf('abaa', '8811'), lineOf('capa', '1162')];
}

/** Two lines that have the same blocks of 2 KB, as the hash takes them, in another order. */
function swappedBlocks(id: string): [string, string] {
  const head = `{"op":"add","path":"/products/${id}","value":{"attributes":{"title":"`;
  const [first, second] = ['y', 'z'].map((letter) => letter.repeat(2048)) as [string, string];
  const lineOf = (blocks: string) => `${head}${'x'.repeat(2048 - head.length)}${blocks}"}}}\n`;
  return [lineOf(first + second), lineOf(second + first)];
}

const CORPUS = [
  ...Array.from({ length: 40 }, (_, nth) => collidingLines(`P-${nth}`)),
  ...Array.from({ length: 5 }, (_, nth) => swappedBlocks(`Q-${nth}`)),
];
const FILLER = Array.from(
  { length: 2000 },
  (_, nth) => `{"op":"add","path":"/products/F-${nth}","value":{"attributes":{"title":"t${nth}"}}}\n`,
);
const OLD_TEXT = [...CORPUS.map(([line]) => line), ...FILLER].join('');
/** In another order, so that the lines are known by their hashes alone. */
const MOVED_TEXT = [...FILLER.slice(1000), ...FILLER.slice(0, 1000), ...CORPUS.map(([, line]) => line)].join(
  '',
);
const IN_ORDER_TEXT = [...CORPUS.map(([, line]) => line), ...FILLER].join('');

describe('lines that were made to have one hash', () => {
  test.each<[string, DiffOptions]>([
    ['', {}],
    ['with --strict', { strict: true }],
    ['in little memory', { maxMemoryBytes: 1 }],
  ])('are told apart when they moved %s', async (_name, options) => {
    const { summary } = await runDiff(OLD_TEXT, MOVED_TEXT, options);
    expect(summary.changed).toBe(CORPUS.length);
  });

  test('are told apart in gzip', async () => {
    const { summary } = await runDiff(gzipSync(OLD_TEXT), gzipSync(MOVED_TEXT));
    expect(summary.changed).toBe(CORPUS.length);
  });

  test.each([
    ['in order', IN_ORDER_TEXT],
    ['moved', MOVED_TEXT],
  ])('are told apart in a kept catalog, %s', async (_name, text) => {
    const target = fileOf('', '.gz');
    await saveBase(await identify(fileOf(OLD_TEXT)), target, new AbortController().signal);
    const { summary } = await runDiff(readFileSync(target), text);
    expect(summary.changed).toBe(CORPUS.length);
  });
});
