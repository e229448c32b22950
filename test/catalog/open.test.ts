import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gunzip } from '../../src/catalog/gunzip.ts';
import { openInput } from '../../src/catalog/open.ts';
import { BrctlError } from '../../src/errors.ts';
import { temporaryFolder } from '../temp-folder.ts';

const folder = temporaryFolder();

const TEXT = Buffer.from(
  'a line of text that is long enough to be compressed, compressed, compressed\n'.repeat(50),
);

async function write(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function read(file: string, options = {}): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await openInput(file, options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The same by way of stdin, which spares a file. */
function readPiped(bytes: Uint8Array): Promise<Buffer> {
  return read('-', { stdin: Readable.from([Buffer.from(bytes)]) });
}

describe('openInput', () => {
  it.each([
    ['a plain file', TEXT, TEXT],
    ['an empty file', Buffer.alloc(0), Buffer.alloc(0)],
    ['a file of one byte', Buffer.from('a'), Buffer.from('a')],
    ['gzip', gzipSync(TEXT), TEXT],
    ['gzip of nothing', gzipSync(''), Buffer.alloc(0)],
    [
      'gzip of several members',
      Buffer.concat([gzipSync(TEXT), gzipSync(''), gzipSync(TEXT)]),
      Buffer.concat([TEXT, TEXT]),
    ],
  ])('reads %s', async (_title, content, expected) => {
    expect(await read(await write('input', content))).toEqual(expected);
  });

  it('finds many small members', async () => {
    const members = Array.from({ length: 500 }, (_, at) => gzipSync(`${at}\n`));
    const expected = Array.from({ length: 500 }, (_, at) => `${at}\n`).join('');
    expect((await read(await write('many.gz', Buffer.concat(members)))).toString()).toBe(expected);
  });

  it('reads a file larger than a chunk, plain and compressed', async () => {
    const large = Buffer.alloc(3_500_000, TEXT);
    expect((await read(await write('large', large))).equals(large)).toBe(true);
    expect((await read(await write('large.gz', gzipSync(large)))).equals(large)).toBe(true);
  });

  it('refuses gzip that is cut at any byte', async () => {
    const whole = gzipSync(TEXT);
    for (let length = 2; length < whole.length; length++) {
      const error = await readPiped(whole.subarray(0, length)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BrctlError);
      expect((error as BrctlError).code).toBe('gzip.cut');
    }
  });

  it('refuses gzip of which the second member is cut', async () => {
    const file = await write('cut.gz', Buffer.concat([gzipSync(TEXT), gzipSync(TEXT).subarray(0, 40)]));
    await expect(read(file)).rejects.toMatchObject({ kind: 'input', code: 'gzip.cut' });
  });

  it.each([
    ['zeros', Buffer.alloc(512)],
    ['a line', Buffer.from('{"op":"remove"}\n')],
    ['more than a chunk', Buffer.alloc(3_000_000, 'x')],
  ])('refuses %s behind the last member', async (_title, garbage) => {
    const file = await write('garbage.gz', Buffer.concat([gzipSync(TEXT), garbage]));
    await expect(read(file)).rejects.toMatchObject({ kind: 'input', code: 'gzip.garbage' });
  });

  it.each([
    ['a line of JSON', '{"op":"remove","path":"/products/1"}\n'],
    ['one byte', '['],
    ['the first byte of gzip and another', '\x1fx'],
  ])('says of %s, announced as gzip, that it is none', async (_title, text) => {
    const inflate = () => Readable.from(gunzip(Readable.from([Buffer.from(text, 'latin1')]), 'the body'));
    await expect(inflate().toArray()).rejects.toMatchObject({ kind: 'input', code: 'gzip.not_gzip' });
  });

  it('never takes a damaged file for a good one', async () => {
    const whole = gzipSync(TEXT);
    for (let at = 10; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 0x10;
      const error = await readPiped(damaged).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(BrctlError);
    }
  });

  it('stops a file that blows up', async () => {
    const file = await write('bomb.gz', gzipSync(Buffer.alloc(20_000_000)));
    await expect(read(file, { maxInflatedBytes: 5_000_000 })).rejects.toMatchObject({
      kind: 'input',
      code: 'file.too_large',
    });
  });

  it('reads stdin, plain and compressed', async () => {
    expect(await read('-', { stdin: Readable.from([Buffer.from('ab'), Buffer.from('c')]) })).toEqual(
      Buffer.from('abc'),
    );
    const bytes = [...gzipSync(TEXT)].map((byte) => Buffer.from([byte]));
    expect(await read('-', { stdin: Readable.from(bytes) })).toEqual(TEXT);
  });

  it('rejects for a folder and for a file that is not there', async () => {
    await expect(openInput(folder)).rejects.toMatchObject({ code: 'file.is_folder' });
    await expect(openInput(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'file.not_found' });
  });
});
