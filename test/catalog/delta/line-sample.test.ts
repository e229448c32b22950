import { describe, expect, test } from 'vitest';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import type { LineSample, PassedLine } from '../../../src/catalog/delta/diff-options.ts';
import { FeedProfiler } from '../../../src/client/profile/feed-profiler.ts';
import { createProfile } from '../../../src/client/profile/profile.ts';
import { Sampler } from '../../../src/client/profile/sample.ts';
import { lineOf, type MadeProduct, madeProduct } from '../../client/profile/catalogs.ts';
import { randomInt } from '../../client/profile/random.ts';

const texts = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

async function diff(old: Buffer, fresh: Buffer, sample: LineSample): Promise<void> {
  const pieces = async function* (bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
  };
  await diffCatalogs(
    { stream: pieces(old), name: 'old' },
    { stream: pieces(fresh), name: 'new' },
    () => undefined,
    { sample },
  );
}

/** What was shown of each catalog, by the lines' positions. */
class ShownLines implements LineSample {
  readonly oneIn: number;
  readonly lines: [Map<number, string>, Map<number, string>] = [new Map(), new Map()];
  readonly unchanged: string[] = [];
  #twice = 0;

  constructor(oneIn: number) {
    this.oneIn = oneIn;
  }

  same(line: PassedLine): void {
    this.unchanged.push(textOf(line));
    this.alone(1, line);
  }

  pair(old: PassedLine, fresh: PassedLine): void {
    this.alone(0, old);
    this.alone(1, fresh);
  }

  alone(side: 0 | 1, line: PassedLine): void {
    if (this.lines[side].has(line.position)) this.#twice++;
    this.lines[side].set(line.position, textOf(line));
  }

  get shownTwice(): number {
    return this.#twice;
  }
}

function textOf({ bytes, start, end }: PassedLine): string {
  return bytes.toString('utf8', start, end);
}

/** The lines that are to be shown, by their positions. */
function chosen(lines: readonly string[], oneIn: number): Map<number, string> {
  const sampling = new Sampler(oneIn);
  const found = new Map<number, string>();
  let position = 0;
  for (const line of lines) {
    const bytes = Buffer.from(line);
    if (sampling.pathIn(bytes, 0, bytes.length) !== undefined) found.set(position, line);
    position += bytes.length + 1;
  }
  return found;
}

/** Catalogs of plain ids and of ids that are escaped in the path or in JSON; some go, come, change, move. */
function catalogs(count: number, isPlain: boolean): [MadeProduct[], MadeProduct[]] {
  const random = randomInt(count);
  const made = (nth: number, seed = nth): MadeProduct => ({
    ...madeProduct(nth, seed),
    id: isPlain || nth % 3 > 0 ? `P-${nth}` : nth % 2 === 0 ? `p/${nth}` : `p"${nth}`,
  });
  const before = Array.from({ length: count }, (_, nth) => made(nth));
  const after = before.flatMap((one, nth) => {
    const fate = random(20);
    if (fate === 0) return [];
    if (fate === 1) return [made(count + nth), one];
    return [fate === 2 ? { ...made(nth, 7 * count + nth), id: one.id } : one];
  });
  return [before, after];
}

const isShuffled = (one: string, other: string) => ((one.length * 7) % 11) - ((other.length * 7) % 11);

describe('the lines that a comparison shows', () => {
  test.each([
    ['in the same order', 1, true, false],
    ['in the same order, one in 8', 8, true, false],
    ['in another order, one in 8', 8, true, true],
    ['with ids that are escaped, one in 4', 4, false, false],
    ['with ids that are escaped in another order', 1, false, true],
  ])('are those of the chosen products, each once: %s', async (_, oneIn, isPlain, shuffles) => {
    const [before, after] = catalogs(3000, isPlain);
    const olds = before.map(lineOf);
    const news = shuffles ? after.map(lineOf).sort(isShuffled) : after.map(lineOf);
    const shown = new ShownLines(oneIn);
    await diff(texts(olds), texts(news), shown);
    expect(shown.shownTwice).toBe(0);
    const then = new Set(olds);
    expect(shown.unchanged.every((line) => then.has(line))).toBe(true);
    // Of a line that is the same, the old one is not shown.
    const same = new Set(shown.unchanged);
    const sampling = new Sampler(oneIn);
    const isShown = (line: string) => {
      const bytes = Buffer.from(line);
      return sampling.pathIn(bytes, 0, bytes.length) !== undefined;
    };
    const told = (side: 0 | 1) => [...shown.lines[side]].filter(([, line]) => isShown(line)).sort();
    expect(told(0)).toEqual([...chosen(olds, oneIn)].filter(([, line]) => !same.has(line)).sort());
    expect(told(1)).toEqual([...chosen(news, oneIn)].sort());
    const others = [...shown.lines[1].values()].filter((line) => !isShown(line));
    if (isPlain) expect(others.length).toBeLessThan(3);
  });

  test('make the profile that the whole new catalog has', async () => {
    const [before, after] = catalogs(2500, false);
    for (const oneIn of [1, 4]) {
      const watch = new FeedProfiler(oneIn);
      await diff(texts(before.map(lineOf)), texts(after.map(lineOf).sort(isShuffled)), watch);
      const seen = watch.end();
      const alone = new FeedProfiler(oneIn);
      for (const line of after.map(lineOf)) alone.line(Buffer.from(line), 0, Buffer.byteLength(line));
      const about = { at: '2026-03-02T06:00:00.000Z', products: after.length };
      const { moves, inBoth, ...profile } = createProfile(about, seen);
      expect(createProfile(about, alone.end())).toMatchObject(profile);
      expect(inBoth).toBeGreaterThan(0);
      expect(Object.keys(moves).length).toBeGreaterThan(0);
    }
  });
});
