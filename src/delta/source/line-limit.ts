import { BrctlError } from '../../errors.ts';

/** A line longer than this is no record: a request takes 5 MB, or 1 GB for all records together. */
export const MAX_LINE_BYTES = 64 << 20;

/** The error for a line over the limit. */
export function lineTooLong(name: string): BrctlError {
  return new BrctlError(`${name}: a line of more than ${MAX_LINE_BYTES >> 20} MiB`, {
    kind: 'input',
    code: 'input.line_too_long',
    file: name,
    why: 'one record stands on one line, and no record is that large',
    hint: 'check that the file is JSON Lines, one record a line',
  });
}
