import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { BrctlError } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { assertNotGzipBomb, gzipFault, gzipGarbage, unusable } from './gzip-faults.ts';
import { GZIP_MAGIC_BYTES, mayBeGzip } from './gzip-magic.ts';

/** The default of 16 KiB costs three times the time. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Inflates gzip, member after member as RFC 1952 asks. Throws a BrctlError when the input is no gzip at all (`gzip.not_gzip`),
 * cut (`gzip.cut`), damaged (`gzip.damaged`), followed by something that is no member (`gzip.garbage`), or when it grows past
 * `maxBytes` (`file.too_large`) or as no catalog does (`gzip.bomb`), which ends reading at once.
 *
 * @param file name of the input, for messages
 * @param maxBytes bytes that may come out; the service takes 1 GB uncompressed (spec: Limits)
 * @param bombBytes bytes from which on what comes out is held against what went in
 */
export async function* gunzip(
  chunks: AsyncIterable<Buffer>,
  file: string,
  maxBytes: number = LIMITS.jsonLinesBytes,
  bombBytes: number = LIMITS.jsonLinesBytes,
): AsyncGenerator<Buffer> {
  let compressed = 0;
  let head = Buffer.alloc(0);
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      compressed += chunk.length;
      if (head.length < GZIP_MAGIC_BYTES) head = Buffer.concat([head, chunk.subarray(0, GZIP_MAGIC_BYTES)]);
      if (!mayBeGzip(head)) throw notGzip(file);
      yield chunk;
    }
  };
  const input = Readable.from(counted(), { objectMode: true, highWaterMark: 1 });
  const inflater = createGunzip({ chunkSize: CHUNK_BYTES });
  input.on('error', (error) => inflater.destroy(error));
  input.pipe(inflater);
  let inflated = 0;
  try {
    for await (const chunk of inflater) {
      inflated += chunk.length;
      if (inflated > maxBytes) throw tooLarge(file, maxBytes);
      // Of what was read some waits to be inflated.
      assertNotGzipBomb(file, inflated, inflater.bytesWritten, bombBytes);
      yield chunk;
    }
  } catch (thrown) {
    throw gzipFault(thrown, file);
  } finally {
    input.destroy();
    inflater.destroy();
  }
  // The inflater takes a zero byte behind a member for padding and silently leaves out all that follows.
  if (compressed > inflater.bytesWritten) throw gzipGarbage(file);
}

function notGzip(file: string): BrctlError {
  return unusable(
    file,
    'gzip.not_gzip',
    'it is not compressed with gzip',
    'send it without gzip, or compress it',
  );
}

function tooLarge(file: string, maxBytes: number): BrctlError {
  return unusable(
    file,
    'file.too_large',
    `the compressed file grows past ${formatCount(maxBytes)} bytes`,
    'split it into several files',
  );
}
