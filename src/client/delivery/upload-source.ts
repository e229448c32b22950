import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { BrctlError } from '../../base/errors.ts';
import type { UploadSource } from '../sftp/upload.ts';
import { compressStream } from './compress.ts';
import { inflateSlice, type LineSlice } from './line-slices.ts';

const READ_BYTES = 1024 * 1024;

/** A local file. `onRead` is told each chunk's bytes; at another try, that the last try's count no more. */
export function openFileSource(
  file: string,
  sizeBytes: number,
  onRead: (bytes: number) => void,
): UploadSource {
  const whole = { startByte: 0, endByte: Number.POSITIVE_INFINITY };
  return { ...countSource((count) => readSlice(file, whole, count), onRead), sizeBytes };
}

/** The text of some lines of a local file, inflated where the file is compressed; else as {@link openFileSource}. */
export function openSliceSource(
  file: string,
  slice: LineSlice,
  isCompressed: boolean,
  onRead: (bytes: number) => void,
): UploadSource {
  const read = isCompressed ? inflateSlice : readSlice;
  const sizeBytes = slice.endByte - slice.startByte;
  return { ...countSource((count) => read(file, slice, count), onRead), sizeBytes };
}

function countSource(
  read: (count: (bytes: number) => void) => AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): UploadSource {
  let countedBytes = 0;
  const count = (bytes: number) => {
    countedBytes += bytes;
    onRead(bytes);
  };
  return {
    open() {
      if (countedBytes > 0) count(-countedBytes);
      return read(count);
    },
    repeatable: true,
  };
}

async function* readSlice(
  file: string,
  { startByte, endByte }: LineSlice,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (endByte === startByte) return;
  const range = { start: startByte, end: endByte - 1, highWaterMark: READ_BYTES };
  for await (const chunk of createReadStream(file, range)) {
    onRead(chunk.length);
    yield chunk;
  }
}

/** A stream that can be read once, such as stdin; `first`: bytes that were taken to look at them. */
export function openStreamSource(
  stream: AsyncIterator<Buffer>,
  first: Buffer,
  onRead: (bytes: number) => void,
): UploadSource {
  let isSpent = false;
  return {
    repeatable: false,
    open() {
      if (isSpent)
        throw new BrctlError('the connection was lost, and stdin cannot be read again', {
          kind: 'temporary',
          code: 'upload.stdin_spent',
          hint: 'use a file: file uploads can be resumed',
        });
      isSpent = true;
      return withFirst(stream, first, onRead);
    },
  };
}

async function* withFirst(
  stream: AsyncIterator<Buffer>,
  first: Buffer,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let next: IteratorResult<Buffer> = { done: false, value: first };
  for (; !next.done; next = await stream.next()) {
    onRead(next.value.length);
    yield next.value;
  }
}

/** The same content, compressed on the way. Its size is not known beforehand. */
export function compressSource(source: UploadSource): UploadSource {
  return { open: () => compressStream(source.open()), repeatable: source.repeatable };
}

/** The iterator of a stream of buffers and its first chunk; an empty one for an empty stream. */
export async function peek(stream: Readable): Promise<{ rest: AsyncIterator<Buffer>; first: Buffer }> {
  const rest: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const { done, value } = await rest.next();
  return { rest, first: done ? Buffer.alloc(0) : value };
}
