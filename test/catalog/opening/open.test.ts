import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, rename, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { fileInput } from '../../../src/catalog/input.ts';
import { gunzip } from '../../../src/catalog/opening/gunzip.ts';
import { openInput } from '../../../src/catalog/opening/open.ts';
import { temporaryFolder } from '../../temp-folder.ts';

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

  it('stops a file that blows up even where there is no limit', async () => {
    const member = gzipSync(Buffer.alloc(100_000_000, '\n'));
    const bomb = async function* () {
      for (let nth = 0; nth < 20; nth++) yield member;
    };
    let bytes = 0;
    const inflating = async () => {
      for await (const chunk of gunzip(bomb(), 'the catalog', Number.POSITIVE_INFINITY))
        bytes += chunk.length;
    };
    await expect(inflating()).rejects.toMatchObject({ kind: 'input', code: 'gzip.bomb' });
    expect(bytes).toBeLessThan(1_100_000_000);
  });

  it('reads stdin, plain and compressed', async () => {
    expect(await read('-', { stdin: Readable.from([Buffer.from('ab'), Buffer.from('c')]) })).toEqual(
      Buffer.from('abc'),
    );
    const bytes = [...gzipSync(TEXT)].map((byte) => Buffer.from([byte]));
    expect(await read('-', { stdin: Readable.from(bytes) })).toEqual(TEXT);
  });

  it('rejects for a folder, a file that is not there, a file as a folder, a circle of links, a socket', async () => {
    const file = await write('file', TEXT);
    const circle = path.join(folder, 'circle');
    await symlink(circle, circle);
    const server = createServer().listen(path.join(folder, 'socket'));
    await once(server, 'listening');
    for (const [name, kind, code] of [
      ['.', 'input', 'file.is_folder'],
      ['none', 'not-found', 'file.not_found'],
      [`${path.basename(file)}/below`, 'not-found', 'file.not_found'],
      ['circle', 'input', 'file.unreadable'],
      ['socket', 'input', 'file.unreadable'],
    ] as const) {
      const opened = openInput(path.join(folder, name), { name });
      await expect(opened, name).rejects.toMatchObject({ kind, code, details: { file: name } });
    }
    server.close();
  });

  it.each([
    ['grows', async (file: string) => await appendFile(file, 'more\n')],
    ['shrinks', async (file: string) => await truncate(file, 10)],
    ['is written over', async (file: string) => await utimes(file, 1, 1)],
  ])('says so when a file %s while it is read', async (_, change) => {
    const file = await write('changing', TEXT);
    const chunks = await openInput(file, { name: 'catalog' });
    await chunks.next();
    await change(file);
    await expect(chunks.next()).rejects.toMatchObject({ code: 'file.changed', details: { file: 'catalog' } });
  });

  it('goes on with the file that it opened when another takes its name', async () => {
    const file = await write('replaced', TEXT);
    const chunks = await openInput(file);
    await rename(await write('other', Buffer.from('other')), file);
    expect(Buffer.concat(await Readable.from(chunks).toArray())).toEqual(TEXT);
  });

  it('stops waiting for a stream, or for the writer of a pipe, when it is told to', async () => {
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const [file, stdin] of [
      ['-', new PassThrough()],
      [pipe, undefined],
    ] as const) {
      const abort = new AbortController();
      const reading = read(file, { stdin, signal: abort.signal });
      setImmediate(() => abort.abort());
      await expect(reading).rejects.toThrow('abort');
    }
  });

  it('reads a pipe whose writer comes late', async () => {
    const pipe = path.join(folder, 'late');
    execFileSync('mkfifo', [pipe]);
    const reading = read(pipe);
    await writeFile(pipe, TEXT);
    expect(await reading).toEqual(TEXT);
  });

  it('knows what can be read again', async () => {
    const pipe = path.join(folder, 'once');
    execFileSync('mkfifo', [pipe]);
    expect(
      [await write('file', TEXT), pipe, '-', folder].map((file) => fileInput(file).isRepeatable),
    ).toEqual([true, false, false, false]);
  });
});
