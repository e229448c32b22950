import { PassThrough, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BrctlError } from '../../base/errors.ts';
import { formatBytes, formatCount } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { GZIP_MAGIC_BYTES, mayBeGzip } from './gzip-magic.ts';

/** The default of 16 KiB costs three times the time. */
const CHUNK_BYTES = 512 * 1024;

/** Catalogs shrink to a tenth or so; what grows a hundredfold past the service's limit is not a catalog. */
const BOMB_RATIO = 100;

/**
 * Inflates gzip, member after member as RFC 1952 asks. Throws a BrctlError when the input is no gzip at all (`gzip.not_gzip`),
 * cut (`gzip.cut`), damaged (`gzip.damaged`), followed by something that is no member (`gzip.garbage`), or when it grows past
 * `maxBytes` (`file.too_large`) or as no catalog does (`gzip.bomb`), which ends reading at once.
 *
 * @param chunks one of 16 KiB or more may be written over once the next is asked for
 * @param file name of the input, for messages
 * @param maxBytes bytes that may come out; the service takes 1 GB uncompressed (spec: Limits)
 * @param bombBytes bytes from which on what comes out is held against what went in
 */
export async function* gunzip(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  file: string,
  maxBytes: number = LIMITS.jsonLinesBytes,
  bombBytes: number = LIMITS.jsonLinesBytes,
): AsyncGenerator<Buffer> {
  let compressed = 0;
  let head = Buffer.alloc(0);
  const countChunks = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      compressed += chunk.length;
      if (head.length < GZIP_MAGIC_BYTES) head = Buffer.concat([head, chunk.subarray(0, GZIP_MAGIC_BYTES)]);
      if (!mayBeGzip(head)) throw unusableError('not_gzip', file);
      yield chunk;
    }
  };
  const inflater = createGunzip({ chunkSize: CHUNK_BYTES });
  // A stream of bytes would copy what waits into one buffer.
  const output = new PassThrough({ readableObjectMode: true, readableHighWaterMark: 1 });
  pipeline(countChunks(), inflater, output, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of output) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLargeError(file, maxBytes);
      // Some of the input still waits to be inflated.
      if (bytes > bombBytes && bytes >= inflater.bytesWritten * BOMB_RATIO) throw bombError(file, bombBytes);
      yield chunk;
    }
  } catch (thrown) {
    throw toInputError(thrown, file);
  } finally {
    output.destroy();
    inflater.destroy();
  }
  // The inflater takes a zero byte behind a member for padding and silently leaves out all that follows.
  if (compressed > inflater.bytesWritten) throw unusableError('garbage', file);
}

const FAULTS = {
  not_gzip: ['it is not compressed with gzip', 'send it without gzip, or compress it'],
  cut: ['the compressed file ends too early', 'transfer it again'],
  damaged: ['the compressed file is damaged', 'transfer it again'],
  garbage: ['the compressed data is followed by something that is not gzip', 'compress the file again'],
} as const;

function unusableError(fault: keyof typeof FAULTS, file: string, cause?: unknown): BrctlError {
  const [message, hint] = FAULTS[fault];
  return new BrctlError(message, { kind: 'input', code: `gzip.${fault}`, file, hint, cause });
}

/** An error of zlib in our words; anything else that was thrown as it is. */
function toInputError(thrown: unknown, file: string): unknown {
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return unusableError('cut', file, thrown);
  if (code !== 'Z_DATA_ERROR') return thrown;
  // the input itself began with gzip: a bad header stands behind the end of a member
  return unusableError(message === 'incorrect header check' ? 'garbage' : 'damaged', file, thrown);
}

function tooLargeError(file: string, maxBytes: number): BrctlError {
  const message = `the compressed file grows past ${formatCount(maxBytes)} bytes`;
  const hint = 'split it into several files';
  return new BrctlError(message, { kind: 'input', code: 'file.too_large', file, hint });
}

function bombError(file: string, fromBytes: number): BrctlError {
  const size = formatBytes(fromBytes);
  return new BrctlError(`the gzip file inflates to over ${size}, more than ${BOMB_RATIO} times its size`, {
    kind: 'input',
    code: 'gzip.bomb',
    file,
    why: 'real catalogs do not compress this far; this looks like a gzip bomb',
    hint: 'if you trust it, decompress it yourself and name the plain file',
  });
}
