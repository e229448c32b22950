import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffCatalogs } from '../../../../src/catalog/delta/diff.ts';
import type { DiffOptions, DiffSummary } from '../../../../src/catalog/delta/diff-options.ts';
import { type BaseIndex, decodeIndex } from '../../../../src/client/delivery/kept/base-index.ts';
import { type Comparison, compareCatalogs } from '../../../../src/client/delivery/kept/compare-catalogs.ts';
import { keepCatalog } from '../../../../src/client/delivery/kept/save-base.ts';
import { identify } from '../../../../src/client/state/push-run.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
let files = 0;

const newFile = (ending: string) => path.join(folder, `${files++}${ending}`);

function fileOf(text: string): string {
  const file = newFile('.jsonl');
  writeFileSync(file, text);
  return file;
}

/** so large that a block holds but a few of them. */
const FILLER = 'x'.repeat(3_000);

function line(id: number | string, price = 1): string {
  return `{"op":"add","path":"/products/p${id}","value":{"attributes":{"title":"${FILLER}","price":${price}}}}\n`;
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const linesOf = (count: number) => range(count).map((id) => line(id));

interface Kept {
  path: string;
  index: BaseIndex | undefined;
}

async function keep(text: string, comparison?: Comparison): Promise<Kept> {
  const target = newFile('.gz');
  const kept = await keepCatalog(await identify(fileOf(text)), comparison, { target, threads: 2, signal });
  const document = kept?.index;
  return { path: target, index: document && decodeIndex(document) };
}

async function compare(
  { path: base, index }: Kept,
  newText: string,
  policy: Pick<DiffOptions, 'missing'> = { missing: 'remove' },
) {
  const delta: string[] = [];
  const told: DiffSummary[] = [];
  const { summary, comparison } = await compareCatalogs(
    { path: base, ...(index && { index }) },
    fileOf(newText),
    {
      restart: async () => void delta.splice(0),
      write: async (bytes) => void delta.push(Buffer.from(bytes).toString()),
    },
    { ...policy, signal, beforeEmit: (before) => void told.push(before) },
  );
  return { delta: delta.join(''), summary, comparison, told: told.at(-1) };
}

async function wholeDiff(oldText: string, newText: string) {
  const delta: string[] = [];
  const summary = await diffCatalogs(
    { path: fileOf(oldText) },
    { path: fileOf(newText) },
    (bytes) => void delta.push(Buffer.from(bytes).toString()),
    { missing: 'remove' },
  );
  return { delta: delta.join(''), summary };
}

/** The delta by way of the index and by way of the whole files. */
async function bothWays(oldText: string, newText: string) {
  const quick = await compare(await keep(oldText), newText);
  const whole = await wholeDiff(oldText, newText);
  return { ...quick, quick: quick.delta, plain: whole.delta, expected: whole.summary };
}

describe('a kept catalog', () => {
  test('is gzip that anyone can read', async () => {
    for (const text of [linesOf(100).join(''), '']) {
      const kept = await keep(text);
      expect(gunzipSync(readFileSync(kept.path)).toString()).toBe(text);
    }
  });

  test('that could not be finished leaves nothing behind', async () => {
    const target = newFile('.gz');
    const catalog = await identify(fileOf(linesOf(500).join('')));
    const stopped = keepCatalog(catalog, undefined, { target, threads: 1, signal: AbortSignal.abort() });
    await expect(stopped).rejects.toThrow();
    expect(existsSync(target)).toBe(false);
  });

  test('is compared without its unchanged lines', async () => {
    const { comparison, summary } = await compare(
      await keep(linesOf(500).join('')),
      linesOf(500).with(250, line(250, 2)).join(''),
    );
    expect(comparison?.sameAs.filter((old) => old >= 0)).toHaveLength(499);
    expect(summary).toMatchObject({ changed: 1, unchanged: 499, operations: 1 });
  });

  test('counts as touched what the delta touches, of all products', async () => {
    const kept = await keep(linesOf(500).join(''));
    const shorter = linesOf(499).with(250, line(250, 2)).join('');
    expect((await compare(kept, shorter)).summary).toMatchObject({ touched: 2, touchedShare: 2 / 500 });
    const policy = { missing: 'ignore' } as const;
    expect((await compare(kept, shorter, policy)).summary).toMatchObject({
      touched: 1,
      touchedShare: 1 / 500,
    });
  });

  test('is of no use where a product stands in it twice: the whole comparison tells', async () => {
    const kept = await keep(linesOf(20).join('') + line(7, 2));
    await expect(compare(kept, linesOf(20).join(''))).rejects.toMatchObject({ kind: 'input' });
  });

  test('is put together from the blocks of the one before and new ones', async () => {
    const before = await keep(linesOf(500).join(''));
    const next = linesOf(500)
      .toSpliced(300, 3)
      .with(250, line(250, 2))
      .toSpliced(420, 0, line('new'))
      .join('');
    const { comparison } = await compare(before, next);
    const kept = await keep(next, comparison);
    expect(gunzipSync(readFileSync(kept.path)).toString()).toBe(next);
    const known = new Set(
      before.index?.blocks.map(({ bytes, compressedBytes }) => `${bytes}/${compressedBytes}`),
    );
    const reused = kept.index?.blocks.filter(({ bytes, compressedBytes }) =>
      known.has(`${bytes}/${compressedBytes}`),
    );
    expect(reused?.length).toBeGreaterThan((before.index?.blocks.length ?? 0) * 0.9);
    const last = next.replace('"price":2', '"price":3');
    const third = await compare(kept, last);
    expect(third.delta).toBe((await wholeDiff(next, last)).delta);
    expect(third.comparison).toBeDefined();
  });
});

describe('an index that is of no use', () => {
  const text = linesOf(50).join('');
  const next = linesOf(50).with(9, line(9, 2)).join('');

  test('is none: cut, changed, of another layout, or of another make', async () => {
    const target = newFile('.gz');
    const document = (
      await keepCatalog(await identify(fileOf(text)), undefined, { target, threads: 1, signal })
    )?.index;
    if (document === undefined) throw new Error('no index');
    expect(decodeIndex(document)?.lines.count).toBe(50);
    expect(decodeIndex(document.subarray(0, -1))).toBeUndefined();
    expect(decodeIndex(document.fill(7, document.length - 20, document.length - 19))).toBeUndefined();
    expect(decodeIndex(Buffer.from('{"format":0}\n'))).toBeUndefined();
    expect(decodeIndex(Buffer.alloc(0))).toBeUndefined();
  });

  test('does not keep a comparison from being right', async () => {
    const kept = await keep(text);
    const { delta } = await wholeDiff(text, next);
    const other = await keep(linesOf(60).join(''));
    expect((await compare({ path: kept.path, index: other.index }, next)).delta).toBe(delta);
    const { index } = kept;
    if (index === undefined) throw new Error('no index');
    const secret = Buffer.alloc(index.secret.length);
    const wrongSecret = await compare({ path: kept.path, index: { ...index, secret } }, next);
    expect(wrongSecret.delta).toBe(delta);
    expect(wrongSecret.comparison).toBeUndefined();
  });

  test('is noticed when the copy itself is damaged', async () => {
    const kept = await keep(text);
    const bytes = readFileSync(kept.path);
    writeFileSync(kept.path, bytes.fill(0xff, 20));
    expect(statSync(kept.path).size).toBe(bytes.length);
    await expect(compare(kept, next)).rejects.toMatchObject({ kind: 'input' });
  });
});

describe('the quick comparison gives what the whole one gives', () => {
  const base = range(200);
  test.each<[string, string]>([
    ['nothing changed', base.map((id) => line(id)).join('')],
    ['the first and the last changed', base.map((id) => line(id, id === 0 || id === 199 ? 2 : 1)).join('')],
    ['some came in between', base.map((id) => line(id) + (id % 50 === 0 ? line(1_000 + id) : '')).join('')],
    [
      'some went',
      base
        .filter((id) => id % 40 !== 3)
        .map((id) => line(id))
        .join(''),
    ],
    ['a piece moved', [...base.slice(100), ...base.slice(0, 100)].map((id) => line(id)).join('')],
    [
      'everything in another order',
      base
        .toReversed()
        .map((id) => line(id))
        .join(''),
    ],
    ['everything changed', base.map((id) => line(id, 3)).join('')],
    [
      'no line feed at the end',
      base
        .map((id) => line(id))
        .join('')
        .trimEnd(),
    ],
    ['nothing left', ''],
    ['lines end otherwise', base.map((id) => line(id).replace('\n', '\r\n')).join('')],
    ['blank lines came in', base.map((id) => (id % 30 === 0 ? '\n \n' : '') + line(id)).join('')],
    [
      'ids are spelled otherwise',
      base.map((id) => line(id).replace('/p', id % 9 === 0 ? '/\\u0070' : '/p')).join(''),
    ],
    [
      'ids need escapes',
      base.map((id) => line(id) + (id % 50 === 0 ? line(`a~1b~0c\\"${id}`) : '')).join(''),
    ],
  ])('when %s', async (_name, newText) => {
    const { quick, plain, summary, told, expected } = await bothWays(
      base.map((id) => line(id)).join(''),
      newText,
    );
    expect(quick).toBe(plain);
    expect(summary).toEqual(expected);
    expect(told).toEqual(summary);
  });

  test('for random edits', async () => {
    const edit = fc.record({ at: fc.nat(199), kind: fc.constantFrom('change', 'remove', 'insert', 'swap') });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
        const lines = base.map((id) => line(id));
        for (const [nth, { at, kind }] of edits.entries()) {
          if (kind === 'change') lines[at] = line(at, nth + 2);
          else if (kind === 'remove') lines[at] = '';
          else if (kind === 'insert') lines[at] += line(5_000 + nth);
          else [lines[at], lines[199 - at]] = [lines[199 - at] ?? '', lines[at] ?? ''];
        }
        const { quick, plain } = await bothWays(
          base.map((id) => line(id)).join(''),
          uniqueIds(lines.join('')),
        );
        expect(quick.split('\n').sort()).toEqual(plain.split('\n').sort());
      }),
      { numRuns: 25 },
    );
  });

  test('and finds a product twice, though it stands once in what was left out', async () => {
    const text = base.map((id) => line(id)).join('');
    await expect(bothWays(text, text + line(7, 5))).rejects.toMatchObject({ kind: 'input' });
  });

  test('and names the line of what is wrong', async () => {
    const lines = base.map((id) => line(id));
    await expect(bothWays(lines.join(''), lines.with(150, '{"op":\n').join(''))).rejects.toMatchObject({
      kind: 'input',
      details: { line: 151 },
    });
  });
});

/** Edits may bring a product in twice; the first one stays. */
function uniqueIds(text: string): string {
  const seen = new Set<string>();
  return text
    .split('\n')
    .filter((each) => {
      const id = /p\d+/.exec(each)?.[0] ?? '';
      const isNew = each === '' || !seen.has(id);
      seen.add(id);
      return isNew;
    })
    .join('\n');
}
