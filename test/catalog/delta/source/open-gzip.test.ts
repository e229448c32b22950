import { closeSync, openSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../../../src/catalog/delta/diff.ts';
import type { DiffOptions } from '../../../../src/catalog/delta/diff-options.ts';
import { GzipSource } from '../../../../src/catalog/delta/source/gzip-source.ts';
import { openGzip } from '../../../../src/catalog/delta/source/open-gzip.ts';
import { WorkerGzipSource } from '../../../../src/catalog/delta/source/worker-gzip-source.ts';
import { refuseBomb } from '../../../../src/catalog/opening/gzip-bomb.ts';
import { fileOf, line } from '../run-diff.ts';

async function opened(bytes: Uint8Array, options: DiffOptions) {
  const handle = openSync(fileOf(bytes, '.gz'), 'r');
  const source = openGzip(handle, 'catalog.gz', options);
  await source.close();
  closeSync(handle);
  return source.constructor;
}

const numbers = Array.from({ length: 20_000 }, (_, number) => number);
const record = (number: number, price: number) =>
  line(`P${number}`, { attributes: { title: `Product ${number * 7919}`, price, text: 'x'.repeat(300) } });
const oldCatalog = numbers.map((number) => record(number, number)).join('');
const changed = numbers.map((number) => record(number, number % 9 === 4 ? 1 : number));
const reversed = [...changed].reverse();

async function delta(oldBytes: Uint8Array, newBytes: Uint8Array, options: DiffOptions): Promise<string> {
  const chunks: Uint8Array[] = [];
  const [oldFile, newFile] = [fileOf(oldBytes), fileOf(newBytes)];
  await diffCatalogs({ path: oldFile }, { path: newFile }, (bytes) => void chunks.push(bytes), options);
  return Buffer.concat(chunks).toString('utf8');
}

describe('a gzip catalog', () => {
  it('is inflated in the main thread when one thread is asked for, or when it is small', async () => {
    expect(await opened(gzipSync('x'), { threads: 1 })).toBe(GzipSource);
    expect(await opened(gzipSync('x'), { threads: 'auto' })).toBe(GzipSource);
  });

  it('is inflated in a worker when two threads are asked for', async () => {
    expect(await opened(gzipSync('x'), { threads: 2 })).toBe(WorkerGzipSource);
  });

  it.each([
    ['the same order', changed],
    ['opposite orders', reversed],
  ])('gives the delta of the plain one, on one thread and on two, in %s', async (_order, lines) => {
    const newCatalog = lines.join('');
    const plain = await delta(Buffer.from(oldCatalog), Buffer.from(newCatalog), {});
    expect(plain.split('\n')).toHaveLength(2222 + 1);
    const members = Buffer.concat([
      gzipSync(newCatalog.slice(0, 999_999)),
      gzipSync(newCatalog.slice(999_999)),
    ]);
    for (const threads of [1, 2] as const) {
      for (const maxMemoryBytes of [512e6, 1]) {
        expect(await delta(gzipSync(oldCatalog), members, { threads, maxMemoryBytes })).toBe(plain);
      }
    }
  });

  it('lets go of its workers when the diff is interrupted', async () => {
    const abort = new AbortController();
    const [oldFile, newFile] = [fileOf(gzipSync(oldCatalog)), fileOf(gzipSync(reversed.join('')))];
    const options: DiffOptions = {
      threads: 2,
      signal: abort.signal,
      beforeEmit: () => abort.signal.throwIfAborted(),
    };
    const diffing = diffCatalogs({ path: oldFile }, { path: newFile }, () => {}, options);
    setImmediate(() => abort.abort(new Error('interrupted')));
    await expect(diffing).rejects.toThrow('interrupted');
  });
});

describe('a gzip file that inflates without end', () => {
  it('is refused past 1 GB when that is over a hundred times its size', () => {
    expect(() => refuseBomb('a.gz', 1_100_000_000, 10_000_000)).toThrow(
      expect.objectContaining({ code: 'gzip.bomb', kind: 'input' }),
    );
    for (const [inflated, compressed] of [
      [1_000_000_000, 1],
      [1_100_000_000, 12_000_000],
    ] as const) {
      expect(() => refuseBomb('a.gz', inflated, compressed)).not.toThrow();
    }
  });
});
