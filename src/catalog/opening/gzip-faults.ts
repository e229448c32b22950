import { BrctlError } from '../../base/errors.ts';

/** A compressed file that cannot be used. */
export function unusable(
  file: string,
  code: string,
  message: string,
  hint: string,
  cause?: unknown,
): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code,
    file,
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Where the input itself began with gzip, a bad header stands behind the end of a member. */
function isHeaderError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message === 'incorrect header check';
}

/** An error of zlib in our words: `gzip.cut`, `gzip.damaged`, `gzip.garbage`; anything else that was thrown as it is. */
export function gzipFault(thrown: unknown, file: string): unknown {
  const code = thrown instanceof Error ? (thrown as NodeJS.ErrnoException).code : undefined;
  if (code === 'Z_BUF_ERROR') {
    return unusable(file, 'gzip.cut', 'the compressed file ends too early', 'transfer it again', thrown);
  }
  if (code === 'Z_DATA_ERROR' && isHeaderError(thrown)) return gzipGarbage(file, thrown);
  if (code === 'Z_DATA_ERROR') {
    return unusable(file, 'gzip.damaged', 'the compressed file is damaged', 'transfer it again', thrown);
  }
  return thrown;
}

/** What stands behind the last member is none: its content would be lost without a word. */
export function gzipGarbage(file: string, cause?: unknown): BrctlError {
  const message = 'the compressed data is followed by something that is not gzip';
  return unusable(file, 'gzip.garbage', message, 'compress the file again', cause);
}
