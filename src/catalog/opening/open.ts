import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BrctlError } from '../../base/errors.ts';
import { assertUnchanged, readFileState } from './file-state.ts';
import { gunzip } from './gunzip.ts';
import { isGzip } from './gzip-magic.ts';
import { makeAbortable, openPipe } from './open-pipe.ts';
import { isFolder, toReadError } from './unreadable.ts';

/** Large reads: 64 KiB ones, and the 16 KiB ones of streams, take up to three times as long. */
const CHUNK_BYTES = 1024 * 1024;

export interface OpenInputOptions {
  /** Source of the path `-`. */
  stdin?: Readable;
  /** Bytes after inflating; a compressed input that grows past it is `file.too_large`. Default 1 GB (spec: Limits). */
  maxInflatedBytes?: number;
  /** Bytes after inflating from which on an input that was compressed a hundredfold is `gzip.bomb`. Default 1 GB. */
  bombBytes?: number;
  signal?: AbortSignal;
  /** How messages call the input; the path by default. */
  name?: string;
}

/** Name of an input as messages show it. */
export function formatInputName(path: string): string {
  return path === '-' ? 'stdin' : path;
}

async function readChunk(handle: FileHandle, bytes: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(bytes);
  const { bytesRead } = await handle.read(chunk, 0, bytes, null);
  return chunk.subarray(0, bytesRead);
}

/** Reads one chunk ahead, so that the disk works while the caller does. */
async function* readAll(handle: FileHandle, name: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const before = readFileState(handle.fd);
  // A body of 200 bytes needs no megabyte; the byte more finds the end. Files of the system's say that they have none.
  const { size } = await handle.stat();
  const chunkBytes = size === 0 ? CHUNK_BYTES : Math.min(CHUNK_BYTES, size + 1);
  let next = readChunk(handle, chunkBytes);
  try {
    for (;;) {
      signal?.throwIfAborted();
      const chunk = await next;
      if (chunk.length === 0) break;
      next = readChunk(handle, chunkBytes);
      next.catch(() => undefined); // reported when it is its turn
      yield chunk;
    }
    assertUnchanged(handle.fd, before, name);
  } catch (thrown) {
    throw toReadError(name, thrown);
  } finally {
    await next.catch(() => undefined);
    await handle.close();
  }
}

async function* readStream(stream: Readable, name: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of makeAbortable<Buffer | string>(stream, signal)) {
      signal?.throwIfAborted();
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
  } catch (thrown) {
    throw toReadError(name, thrown);
  }
}

async function openRaw(path: string, options: OpenInputOptions, name: string) {
  const { stdin, signal } = options;
  if (path === '-') {
    if (stdin !== undefined) return readStream(stdin, name, signal);
    throw new BrctlError('there is no standard input to read', { kind: 'usage', code: 'usage.no_stdin' });
  }
  try {
    const status = await stat(path);
    if (status.isDirectory()) throw isFolder(name);
    if (status.isFIFO()) return readStream(await openPipe(path), name, signal);
    return readAll(await open(path, constants.O_RDONLY), name, signal);
  } catch (thrown) {
    throw toReadError(name, thrown);
  }
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
 * gzip, whatever the name says.
 *
 * @throws BrctlError at once: `file.not_found`, `file.is_folder`, `file.unreadable`
 * @throws BrctlError while reading: a compressed file is cut, damaged, carries something behind its end, or grows past the
 *   limit (`gunzip`); `file.changed` when it was written to meanwhile
 */
export async function openInput(path: string, options: OpenInputOptions = {}) {
  const name = options.name ?? formatInputName(path);
  const raw = await openRaw(path, options, name);
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await raw.next();
    if (done === true) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  const whole = rejoin(head, raw);
  return isGzip(head) ? gunzip(whole, name, options.maxInflatedBytes, options.bombBytes) : whole;
}
