import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { BrctlError } from '../../errors.ts';
import type { DiffInput, DiffOptions } from '../diff-options.ts';
import type { ByteSource } from './byte-source.ts';
import { lineTooLong, MAX_LINE_BYTES } from './line-limit.ts';
import { PlainSource } from './plain-source.ts';
import { TempFile } from './temp-file.ts';

const GZIP_MAGIC = 0x8b1f;
const LINE_FEED = 0x0a;

/** What of the options concerns sources. */
export type SourceOptions = Pick<DiffOptions, 'tempDir' | 'threads' | 'signal'>;

/** A source and how to let go of its file. */
export interface OpenedSource {
  source: ByteSource;
  close(): Promise<void>;
}

function cannotRead(name: string, cause: unknown): BrctlError {
  const { code } = cause as NodeJS.ErrnoException;
  const missing = code === 'ENOENT';
  const what = missing ? 'no such file' : code === 'EISDIR' ? 'a folder, not a file' : 'cannot be read';
  return new BrctlError(`${name}: ${what}`, {
    kind: missing ? 'not-found' : 'input',
    code: missing ? 'input.not_found' : 'input.unreadable',
    file: name,
    why: missing ? 'there is no file of that name' : `the system says ${code ?? String(cause)}`,
    hint: 'check the name and the permissions',
    cause,
  });
}

/** That is about the temporary file, not about the catalog. */
function isDiskFull(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOSPC';
}

function isGzip(handle: number): boolean {
  const head = Buffer.alloc(2);
  return readSync(handle, head, 0, 2, 0) === 2 && head.readUInt16LE() === GZIP_MAGIC;
}

/** What inflates is loaded for gzip files only: it takes its share of a start. */
async function sourceOf(handle: number, name: string, options: SourceOptions): Promise<ByteSource> {
  if (!isGzip(handle)) return new PlainSource(handle, name);
  const { openGzip } = await import('./open-gzip.ts');
  return openGzip(handle, name, options);
}

async function opened(
  handle: number,
  name: string,
  options: SourceOptions,
  release: () => void,
): Promise<OpenedSource> {
  const source = await sourceOf(handle, name, options);
  return {
    source,
    async close() {
      await source.close();
      release();
    },
  };
}

/**
 * Writes a stream to a temporary file: a diff reads some lines twice. A stream without lines may have no end either
 * (/dev/zero) and is refused before it fills the disk.
 */
async function spool(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  options: SourceOptions,
): Promise<OpenedSource> {
  const file = new TempFile(options.tempDir);
  try {
    let position = 0;
    let lineStart = 0;
    for await (const chunk of stream) {
      options.signal?.throwIfAborted();
      file.write(chunk, 0, chunk.length, position);
      const feed = chunk.lastIndexOf(LINE_FEED);
      if (feed >= 0) lineStart = position + feed + 1;
      position += chunk.length;
      if (position - lineStart > MAX_LINE_BYTES) throw lineTooLong(name);
    }
    return await opened(file.handle, name, options, () => file.close());
  } catch (error) {
    file.close();
    throw error;
  }
}

async function openPath(path: string, name: string, options: SourceOptions): Promise<OpenedSource> {
  const handle = openSync(path, 'r');
  try {
    const status = fstatSync(handle);
    if (status.isFile()) return await opened(handle, name, options, () => closeSync(handle));
    if (status.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  return spool(createReadStream(path, { fd: handle }), name, options);
}

/**
 * Opens a catalog. Gzip is told by its magic bytes, whatever the name. What cannot be read twice (a stream, a
 * pipe) is first written to a temporary file.
 *
 * @throws BrctlError `not-found`, or `input` when it cannot be read
 * @throws ErrnoException `ENOSPC` when the temporary file does not fit on its disk
 */
export async function openSource(input: DiffInput, options: SourceOptions = {}): Promise<OpenedSource> {
  const name = 'path' in input ? (input.name ?? input.path) : input.name;
  try {
    return await ('path' in input ? openPath(input.path, name, options) : spool(input.stream, name, options));
  } catch (cause) {
    throw cause instanceof BrctlError || options.signal?.aborted || isDiskFull(cause)
      ? cause
      : cannotRead(name, cause);
  }
}
