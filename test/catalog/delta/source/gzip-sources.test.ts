import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { memoryUsage } from 'node:process';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../../src/base/errors.ts';
import { RereadLines } from '../../../../src/catalog/delta/join/reread-lines.ts';
import { Kernel } from '../../../../src/catalog/delta/kernel/kernel.ts';
import type { ByteSource } from '../../../../src/catalog/delta/source/byte-source.ts';
import { GzipSource } from '../../../../src/catalog/delta/source/gzip-source.ts';
import { gunzip } from '../../../../src/catalog/opening/gunzip.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { fileOf, line, runDiff } from '../run-diff.ts';

const open = (handle: number, tempDir?: string) => new GzipSource(handle, 'catalog.gz', tempDir);

const small = gzipSync('one line\nanother line\n');
const other = gzipSync('a third line\n');
const large = Buffer.from(Array.from({ length: 400_000 }, (_, index) => `line ${index * 7919}\n`).join(''));
const largeMember = gzipSync(large, { level: 1 });

/** Runs something with a source over a file of these bytes. */
async function withSource<Result>(
  bytes: Uint8Array,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  const handle = openSync(fileOf(bytes, '.gz'), 'r');
  const source = open(handle);
  try {
    return await use(source);
  } finally {
    await source.close();
    closeSync(handle);
  }
}

async function readAll(source: ByteSource, pieceBytes = 100_003): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (;;) {
    const target = Buffer.alloc(pieceBytes);
    const count = await source.read(target, 0, pieceBytes);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(target.subarray(0, count));
  }
}

/** All bytes of a file, or what it is refused for. */
async function outcome(bytes: Uint8Array): Promise<Buffer | { code: string; message: string }> {
  try {
    return await withSource(bytes, readAll);
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    return { code: error.code, message: error.message };
  }
}

function damaged(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ 0x10;
  return copy;
}

const sound: readonly [string, Buffer][] = [
  ['one member', small],
  ['an empty member', gzipSync('')],
  ['several members', Buffer.concat([small, other, small])],
  [
    'empty members before, between and behind',
    Buffer.concat([gzipSync(''), small, gzipSync(''), other, gzipSync('')]),
  ],
  ['more than may be under way between threads', largeMember],
  ['several large members', Buffer.concat([largeMember, small, largeMember])],
  ['a member twice', Buffer.concat([small, small])],
  [
    'very many members',
    Buffer.concat(Array.from({ length: 100 }, (_, index) => gzipSync(`line ${index}\n`))),
  ],
];

const unsound: readonly [string, Buffer, string][] = [
  ['cut in the header', small.subarray(0, 5), 'gzip.cut'],
  ['cut in the data', small.subarray(0, 20), 'gzip.cut'],
  ['cut in the trailer', small.subarray(0, -1), 'gzip.cut'],
  ['cut after much of it', largeMember.subarray(0, -100_000), 'gzip.cut'],
  ['cut in the second member', Buffer.concat([largeMember, small.subarray(0, -3)]), 'gzip.cut'],
  ['a wrong sum', damaged(small, small.length - 8), 'gzip.damaged'],
  ['a wrong length', damaged(small, small.length - 1), 'gzip.damaged'],
  ['damage after much of it', damaged(largeMember, largeMember.length - 8), 'gzip.damaged'],
  ['rubbish behind', Buffer.concat([largeMember, Buffer.from('rubbish')]), 'gzip.garbage'],
  ['zeros behind', Buffer.concat([largeMember, Buffer.alloc(512)]), 'gzip.garbage'],
];

describe('a gzip file', () => {
  it.each(sound)('gives the bytes of %s', async (_case, bytes) => {
    expect(gunzipSync(bytes).equals((await outcome(bytes)) as Buffer)).toBe(true);
  });

  it.each(unsound)('is refused when it has %s', async (_case, bytes, code) => {
    expect(await outcome(bytes)).toMatchObject({ code });
  });

  it('starts again from the first byte, also half way', async () => {
    const both = await withSource(largeMember, async (source) => {
      await source.read(Buffer.alloc(5_000_000), 0, 5_000_000);
      await source.rewind();
      const first = await readAll(source);
      await source.rewind();
      return [first, await readAll(source)];
    });
    expect(both.map((bytes) => bytes.equals(large))).toEqual([true, true]);
  });

  it('has what was kept at hand, at its position', async () => {
    const found = await withSource(largeMember, async (source) => {
      const bytes = Buffer.alloc(1000);
      const count = await source.read(bytes, 0, 1000);
      source.keep?.(bytes, 10, count, 10);
      await readAll(source);
      const again = Buffer.alloc(20);
      source.readAt(again, 0, 20, 30);
      return again;
    });
    expect(found).toEqual(large.subarray(30, 50));
  });

  it('can be closed before, while and after it is read, and leaves no file behind', async () => {
    const tempDir = temporaryFolder();
    const handle = openSync(fileOf(largeMember, '.gz'), 'r');
    for (const bytes of [0, 1, 3_000_000, large.length]) {
      const source = open(handle, tempDir);
      if (bytes > 0) await source.read(Buffer.alloc(bytes), 0, bytes);
      await source.close();
    }
    closeSync(handle);
    expect(readdirSync(tempDir)).toEqual([]);
  });
});

it('is refused when over a gigabyte comes out of a file of a thousandth of it', async () => {
  const tenth = gzipSync(Buffer.alloc(110_000_000, '\n'));
  const bomb = Buffer.concat(Array.from({ length: 10 }, () => tenth));
  const target = Buffer.alloc(1 << 20);
  const reading = withSource(bomb, async (source) => {
    while ((await source.read(target, 0, target.length)) > 0);
  });
  await expect(reading).rejects.toMatchObject({ code: 'gzip.bomb' });
});

it('is not refused for its size, or for shrinking a hundredfold below the limit', async () => {
  const blank = Buffer.alloc(large.length, '\n');
  const inflated = async (member: Buffer, bombBytes: number) => {
    let bytes = 0;
    for await (const chunk of gunzip([member], 'a.gz', Number.POSITIVE_INFINITY, bombBytes))
      bytes += chunk.length;
    return bytes;
  };
  expect(await inflated(largeMember, 1_000_000)).toBe(large.length);
  expect(await inflated(gzipSync(blank), large.length)).toBe(large.length);
  await expect(inflated(gzipSync(blank), large.length - 1)).rejects.toMatchObject({ code: 'gzip.bomb' });
});

describe('the diff of gzip catalogs', () => {
  const numbers = Array.from({ length: 20_000 }, (_, number) => number);
  const record = (number: number, price: number) =>
    line(`P${number}`, { attributes: { title: `Product ${number * 7919}`, price, text: 'x'.repeat(300) } });
  const oldCatalog = numbers.map((number) => record(number, number)).join('');
  const changed = numbers.map((number) => record(number, number % 9 === 4 ? 1 : number));

  it.each([
    ['the same order', changed],
    ['opposite orders', [...changed].reverse()],
  ])('is that of the plain ones, in %s', async (_order, lines) => {
    const text = lines.join('');
    const members = Buffer.concat([gzipSync(text.slice(0, 999_999)), gzipSync(text.slice(999_999))]);
    for (const options of [{}, { maxMemoryBytes: 1 }, { threads: 2 }] as const) {
      expect((await runDiff(gzipSync(oldCatalog), members, options)).summary.changed).toBe(2222);
    }
  });
});

it('gives a line that is kept between two readings of what is around it', async () => {
  const lines = ['a', 'b', 'c'].map((letter) => `${letter.repeat(99)}\n`);
  const bytes = Buffer.from(lines.join(''));
  const texts = await withSource(gzipSync(bytes), async (source) => {
    const { memory } = new Kernel();
    const rereads = new RereadLines(source, memory);
    const readLine = (position: number) => {
      const start = rereads.read(position);
      rereads.clear();
      return memory.bytes.toString('utf8', start, rereads.lineEnd + 1);
    };
    source.keep?.(bytes, 0, 100, 0);
    source.keep?.(bytes, 200, 300, 200);
    const first = readLine(0);
    source.keep?.(bytes, 100, 200, 100);
    return [first, readLine(100), readLine(200)];
  });
  expect(texts).toEqual(lines);
});

it('lets go of the buffers that were read, however rarely garbage is collected', async () => {
  const file = gzipSync(randomBytes(48_000_000), { level: 0 });
  const most = await withSource(file, async (source) => {
    const target = Buffer.alloc(1 << 18);
    const before = memoryUsage().arrayBuffers;
    let most = 0;
    while ((await source.read(target, 0, target.length)) > 0)
      most = Math.max(most, memoryUsage().arrayBuffers - before);
    return most;
  });
  expect(most).toBeLessThan(10_000_000);
});
