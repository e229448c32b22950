import { BrctlError } from '../../../base/errors.ts';
import { MAX_TEXT_BYTES } from '../../splitting/text-handler.ts';
import type { ByteSource } from './byte-source.ts';
import { findLineNumbers } from './line-numbers.ts';

/** The error for a line over the limit, at this position. Its number is found by reading the source again. */
export async function lineTooLongError(source: ByteSource, position: number): Promise<BrctlError> {
  const line = (await findLineNumbers(source, [position])).get(position);
  return new BrctlError(`a line of more than ${MAX_TEXT_BYTES >> 20} MiB`, {
    kind: 'input',
    code: 'line.too_long',
    file: source.name,
    ...(line === undefined ? {} : { line }),
    why: 'each line holds one record, and no record is that large',
    hint: 'check that the file is JSON Lines, one record per line',
  });
}
