import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BrctlError } from '../errors.ts';
import { gunzip, isGzip } from './gunzip.ts';

/** Large reads: 64 KiB ones, and the 16 KiB ones of streams, take up to three times as long. */
const CHUNK_BYTES = 1024 * 1024;

export interface OpenInputOptions {
  /** What the path `-` reads. */
  stdin?: Readable;
  /** Bytes after inflating; a compressed input that grows past it is `file.too_large`. Default 1 GB (spec: Limits). */
  maxInflatedBytes?: number;
  signal?: AbortSignal;
  /** How messages call the input; the path by default. */
  name?: string;
}

/** Name of an input as messages show it. */
export function inputName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

async function readChunk(handle: FileHandle): Promise<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
  return chunk.subarray(0, bytesRead);
}

/** Reads one chunk ahead, so that the disk works while the caller does. */
async function* readAll(handle: FileHandle, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  let next = readChunk(handle);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const chunk = await next;
      if (chunk.length === 0) return;
      next = readChunk(handle);
      next.catch(() => undefined); // reported when it is its turn
      yield chunk;
    }
  } finally {
    await next.catch(() => undefined);
    await handle.close();
  }
}

async function* readStream(stream: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
}

async function openRaw(path: string, options: OpenInputOptions): Promise<AsyncGenerator<Buffer>> {
  if (path === '-') {
    if (options.stdin !== undefined) return readStream(options.stdin, options.signal);
    throw new BrctlError('there is no standard input to read', { kind: 'usage', code: 'usage.no_stdin' });
  }
  const handle = await open(path, constants.O_RDONLY);
  const stats = await handle.stat();
  if (!stats.isDirectory()) return readAll(handle, options.signal);
  await handle.close();
  throw new BrctlError('this is a folder, not a file', {
    kind: 'input',
    code: 'file.is_folder',
    file: options.name ?? path,
    hint: 'name the files in it',
  });
}

/** Puts back chunks that were read ahead. */
async function* rejoin(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    yield* rest;
  } finally {
    // A reader that stops at the first chunk has not entered the rest: its file would stay open.
    await rest.return(undefined);
  }
}

/**
 * Opens a file, or stdin for `-`, and gives its bytes in large chunks, inflated when the first two bytes are those of
 * gzip, whatever the name says. A missing file rejects at once with the system's ENOENT error.
 *
 * While reading, a BrctlError of kind `input` says that a compressed file is cut, damaged, carries something behind
 * its end, or grows past the limit.
 */
export async function openInput(
  path: string,
  options: OpenInputOptions = {},
): Promise<AsyncGenerator<Buffer>> {
  const raw = await openRaw(path, options);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await raw.next();
    if (done === true) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  const whole = rejoin(head, raw);
  return isGzip(head) ? gunzip(whole, options.name ?? inputName(path), options.maxInflatedBytes) : whole;
}
