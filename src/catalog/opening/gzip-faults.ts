import { BrctlError } from '../../base/errors.ts';
import { formatBytes } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** A compressed file that cannot be used. */
export function unusable(
  file: string,
  code: string,
  message: string,
  hint: string,
  more: { why?: string; cause?: unknown } = {},
): BrctlError {
  return new BrctlError(message, { kind: 'input', code, file, hint, ...more });
}

/** Where the input itself began with gzip, a bad header stands behind the end of a member. */
function isHeaderError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'incorrect header check';
}

/** An error of zlib in our words: `gzip.cut`, `gzip.damaged`, `gzip.garbage`; anything else that was thrown as it is. */
export function gzipFault(thrown: unknown, file: string): unknown {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  if (code === 'Z_BUF_ERROR') {
    return unusable(file, 'gzip.cut', 'the compressed file ends too early', 'transfer it again', {
      cause: thrown,
    });
  }
  if (code === 'Z_DATA_ERROR' && isHeaderError(thrown)) return gzipGarbage(file, { cause: thrown });
  if (code === 'Z_DATA_ERROR') {
    return unusable(file, 'gzip.damaged', 'the compressed file is damaged', 'transfer it again', {
      cause: thrown,
    });
  }
  return thrown;
}

/** What stands behind the last member is none: its content would be lost without a word. */
export function gzipGarbage(file: string, more: { cause?: unknown } = {}): BrctlError {
  const message = 'the compressed data is followed by something that is not gzip';
  return unusable(file, 'gzip.garbage', message, 'compress the file again', more);
}

/** Catalogs shrink to a tenth or so; what grows a hundredfold past the service's limit is not a catalog. */
const BOMB_RATIO = 100;

/**
 * Refuses a gzip file, or what was read of one, once it has inflated past this many bytes to over a hundred times its size.
 *
 * @param fromBytes the service's limit where nothing is said
 * @throws BrctlError `gzip.bomb`
 */
export function assertNotGzipBomb(
  name: string,
  inflatedBytes: number,
  compressedBytes: number,
  fromBytes: number = LIMITS.jsonLinesBytes,
): void {
  if (inflatedBytes <= fromBytes) return;
  if (inflatedBytes < compressedBytes * BOMB_RATIO) return;
  const message = `the gzip file inflates to over ${formatBytes(fromBytes)}, more than ${BOMB_RATIO} times its size`;
  throw unusable(
    name,
    'gzip.bomb',
    message,
    'if you trust it, decompress it yourself and name the plain file',
    {
      why: 'real catalogs do not compress this far; this looks like a gzip bomb',
    },
  );
}
