import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { compareCatalogs } from '../../../src/delivery/push/compare-catalogs.ts';
import { GzipFile } from '../../../src/delivery/push/gzip-file.ts';
import { leaveOutUnchanged } from '../../../src/delivery/push/unchanged-blocks.ts';
import { diffCatalogs } from '../../../src/delta/diff.ts';
import type { DiffSummary } from '../../../src/delta/diff-options.ts';

let folder: string;
let files = 0;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'brctl-compare-'));
});

const newFile = (ending: string) => path.join(folder, `${files++}${ending}`);
/** So large that a block of 32 KiB holds some ten of them. */
const FILLER = 'x'.repeat(3_000);

function line(id: number, price = 1): string {
  return `{"op":"add","path":"/products/p${id}","value":{"attributes":{"title":"${FILLER}","price":${price}}}}\n`;
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

async function keep(text: string) {
  const target = newFile('.gz');
  const file = await GzipFile.create(target, 2);
  for (let at = 0; at < text.length; at += 10_007) await file.write(Buffer.from(text.slice(at, at + 10_007)));
  const index = await file.finish();
  return { target, index };
}

/** The delta by way of the index and by way of the whole files. */
async function bothWays(oldText: string, newText: string) {
  const { target, index } = await keep(oldText);
  const catalog = newFile('.jsonl');
  writeFileSync(catalog, newText);
  const quick: string[] = [];
  const summaries: DiffSummary[] = [];
  const options = {
    missing: 'remove' as const,
    signal: new AbortController().signal,
    temporaryFile: newFile,
    beforeEmit: (summary: DiffSummary) => void summaries.push(summary),
  };
  const sink = {
    restart: async () => void quick.splice(0),
    write: async (bytes: Uint8Array) => void quick.push(Buffer.from(bytes).toString()),
  };
  const summary = await compareCatalogs(target, index, catalog, sink, options);
  const plain: string[] = [];
  const oldFile = newFile('.jsonl');
  writeFileSync(oldFile, oldText);
  const expected = await diffCatalogs(
    { path: oldFile },
    { path: catalog },
    (bytes) => void plain.push(Buffer.from(bytes).toString()),
    { missing: 'remove' },
  );
  return { quick: quick.join(''), plain: plain.join(''), summary, told: summaries.at(-1), expected };
}

describe('a kept catalog', () => {
  test('is gzip that anyone can read', async () => {
    const text = range(100)
      .map((id) => line(id))
      .join('');
    expect(gunzipSync(readFileSync((await keep(text)).target)).toString()).toBe(text);
    expect(gunzipSync(readFileSync((await keep('')).target)).toString()).toBe('');
  });

  test('needs little more than its changed blocks to be compared', async () => {
    const { target, index } = await keep(
      range(500)
        .map((id) => line(id))
        .join(''),
    );
    const catalog = newFile('.jsonl');
    writeFileSync(
      catalog,
      range(500)
        .map((id) => line(id, id === 250 ? 2 : 1))
        .join(''),
    );
    const [oldTarget, newTarget] = [newFile('.old'), newFile('.new')];
    const signal = new AbortController().signal;
    if (index === undefined) throw new Error('no index');
    const leftOut = await leaveOutUnchanged({ base: target, index, catalog, oldTarget, newTarget, signal });
    expect(leftOut?.records).toBeGreaterThan(480);
    expect(readFileSync(oldTarget).length).toBeLessThan(50_000);
    expect(leftOut?.ids().size).toBe(leftOut?.records);
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
  ])('when %s', async (_name, newText) => {
    const { quick, plain, summary, told, expected } = await bothWays(
      base.map((id) => line(id)).join(''),
      newText,
    );
    expect(quick).toBe(plain);
    const { newCatalogBytes, ...figures } = expected;
    expect(summary).toMatchObject(figures);
    expect(told).toEqual(summary);
    expect(Math.abs(summary.newCatalogBytes - newCatalogBytes)).toBeLessThanOrEqual(1);
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
