import { openSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../../src/base/errors.ts';
import type { DiffOptions } from '../../../../src/catalog/delta/diff-options.ts';
import { joinSources } from '../../../../src/catalog/delta/join-sources.ts';
import { PlainSource } from '../../../../src/catalog/delta/source/plain-source.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { smallRecord } from '../arbitrary-record.ts';
import { plainDiff } from '../plain-diff.ts';
import { fileOf, line } from '../run-diff.ts';

/** Joins two texts with so many bits of the ids' fingerprints: with few of them, most ids share one with others. */
async function joined(oldText: string, newText: string, idMask: bigint, options: DiffOptions = {}) {
  const sources = [oldText, newText].map((text) => {
    const file = fileOf(text);
    return new PlainSource(openSync(file, 'r'), file);
  }) as [PlainSource, PlainSource];
  const { touched, summary } = await joinSources(sources, options, idMask);
  const chunks: Uint8Array[] = [];
  await touched.emit((bytes) => void chunks.push(Buffer.from(bytes)));
  touched.close();
  return { text: Buffer.concat(chunks).toString(), summary, sources };
}

const catalog = fc
  .uniqueArray(fc.tuple(fc.nat(40), smallRecord(2)), { maxLength: 30, selector: ([id]) => id })
  .map((records) => records.map(([id, record]) => line(`P${id}`, record)));

describe('ids whose fingerprints are the same', () => {
  it.each([0x0n, 0x0300_0000_0000_0003n, 0x0f00_0000_0000_0000n])(
    'are told apart in any order: with the bits %i alone',
    async (idMask) => {
      await fc.assert(
        fc.asyncProperty(
          catalog,
          catalog,
          fc.constantFrom('remove', 'unavailable'),
          async (olds, news, missing) => {
            const [oldText, newText] = [olds.join(''), news.join('')];
            const { text, summary } = await joined(oldText, newText, idMask, { missing });
            const plain = plainDiff(oldText, newText, { missing });
            expect(text).toBe(plain?.text);
            expect(summary).toMatchObject(plain?.summary ?? {});
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it('do not hide an id that is twice in a catalog', async () => {
    const lines = Array.from({ length: 40 }, (_, number) => line(`P${number}`, { attributes: { number } }));
    const doubled = [...lines, lines[7] as string].join('');
    await expect(joined(lines.toReversed().join(''), doubled, 3n)).rejects.toMatchObject({
      code: 'catalog.duplicate_id',
      details: { line: 41, product: 'P7' },
    });
  });
});

describe('an order that is lost is found again', () => {
  const COUNT = 20_000;
  const text = 'x'.repeat(150);
  const lines = Array.from({ length: COUNT }, (_, number) =>
    line(`P${number}`, { attributes: { number, text } }),
  );
  const block = Array.from({ length: 3000 }, (_, number) =>
    line(`N${number}`, { attributes: { number, text } }),
  );

  /** What was read again of the files: lines that were not met in the common order. */
  async function readAgain(olds: readonly string[], news: readonly string[]) {
    let lines = 0;
    const sources = [olds, news].map((each) => {
      const file = fileOf(each.join(''));
      const source = new PlainSource(openSync(file, 'r'), file);
      const { readAt } = source;
      source.readAt = (...range) => {
        lines++;
        return readAt.apply(source, range);
      };
      return source;
    }) as [PlainSource, PlainSource];
    const { touched, summary } = await joinSources(sources, { missing: 'remove' });
    touched.close();
    return { lines, summary };
  }

  it.each([
    [
      'lines that were added, here and there',
      lines,
      lines.flatMap((each, at) => (at % 50 === 7 ? [line(`A${at}`, {}), each] : [each])),
      1,
    ],
    ['lines that are gone, here and there', lines, lines.filter((_, at) => at % 50 !== 7), 1],
    ['a block that was added', lines, [...lines.slice(0, 9000), ...block, ...lines.slice(9000)], 3000],
    ['a block that is gone', [...lines.slice(0, 9000), ...block, ...lines.slice(9000)], lines, 3000],
    [
      'a block that was moved',
      lines,
      [...lines.slice(0, 2000), ...lines.slice(5000), ...lines.slice(2000, 5000)],
      0,
    ],
  ])('behind %s', async (_what, olds, news) => {
    // every line behind is changed: what is met in the common order is compared at once, and not read again
    const changed = news.map((each) => each.replace('"text":"x', '"text":"y'));
    const { lines: readLines, summary } = await readAgain(olds, changed);
    expect(summary.changed + summary.removed).toBe(olds.length);
    expect(readLines).toBeLessThan(COUNT);
  });
});

describe('catalogs with many ids that are there twice', () => {
  it('tell of those that come first, in both, with both lines', async () => {
    const lines = Array.from({ length: 70_000 }, (_, number) => line(`P${number}`, {}));
    const twice = [...lines, ...lines].join('');
    const problems = await joined(lines.join(''), twice, 2n ** 64n - 1n, { maxProblems: 3 }).then(
      () => [],
      (error) => (error instanceof BrctlError ? error.details.problems : Promise.reject(error)),
    );
    expect(problems).toMatchObject([
      { code: 'catalog.duplicate_id', line: 70_001, product: 'P0', message: 'the id "P0" is also on line 1' },
      { code: 'catalog.duplicate_id', line: 70_002, product: 'P1' },
      { code: 'catalog.duplicate_id', line: 70_003, product: 'P2' },
    ]);
  });
});

describe('notes that do not fit into memory', () => {
  const numbers = Array.from({ length: 60_000 }, (_, number) => number);
  const olds = numbers.map((number) => line(`P${number}`, { attributes: { number } })).join('');
  const news = numbers
    .toReversed()
    .map((number) => line(`P${number}`, { attributes: { number: number % 10 === 0 ? -1 : number } }))
    .join('');

  it('are taken in several passes, and no file is left', async () => {
    const tempDir = temporaryFolder();
    const plain = plainDiff(olds, news, {});
    for (const maxMemoryBytes of [1, 1_500_000]) {
      const { text } = await joined(olds, news, 2n ** 64n - 1n, { maxMemoryBytes, tempDir });
      expect(text === plain?.text).toBe(true);
    }
    expect(readFileSync('/proc/self/maps', 'utf8')).not.toContain(tempDir);
  });

  it('count every product once, and leave nothing out', async () => {
    const { summary } = await joined(olds, news, 2n ** 64n - 1n, { maxMemoryBytes: 1 });
    expect(summary).toMatchObject(plainDiff(olds, news, {})?.summary ?? {});
  });

  it('are of the same lines in each pass where every line is checked', async () => {
    // in front of each changed product one that is new and one that is gone; the kernel leaves all of them to be checked
    const headOf = (alone: string, price: number) =>
      Array.from({ length: 20 }, (_, nth) =>
        [line(`${alone}${nth}`, {}), line(`C${nth}`, { attributes: { price } }), line(`S${nth}`, {})].join(
          '',
        ),
      )
        .join('')
        .replaceAll('"op"', '"\\u006fp"');
    const [oldText, newText] = [headOf('X', 1) + olds, headOf('Y', 2) + news];
    const { summary } = await joined(oldText, newText, 2n ** 64n - 1n, { maxMemoryBytes: 1, strict: true });
    expect(summary).toMatchObject(plainDiff(oldText, newText, {})?.summary ?? {});
  });

  it('tell ids that come twice, far apart or not, with both lines', async () => {
    const [first, second] = [line('P5', { attributes: {} }), line('P59990', { attributes: {} })];
    const problems = await joined(olds + first, second + news, 2n ** 64n - 1n, {
      maxMemoryBytes: 1,
    }).then(
      () => [],
      (error) => (error instanceof BrctlError ? error.details.problems : Promise.reject(error)),
    );
    expect(problems).toMatchObject([
      {
        code: 'catalog.duplicate_id',
        line: 11,
        product: 'P59990',
        message: 'the id "P59990" is also on line 1',
      },
      { code: 'catalog.duplicate_id', line: 60_001, product: 'P5', message: 'the id "P5" is also on line 6' },
    ]);
  });
});
