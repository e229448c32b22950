import { BrctlError, getMessage } from '../../../base/errors.ts';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import { isCorruption } from '../../store/open-migrated.ts';
import { isDiskFull } from '../../store/storage-trouble.ts';
import type { InputPart, TaskOutcome } from './job-task.ts';

/** Failures of a job, by the `error_code` of its record (our own names: public-facts G, "Not found" 4). */
export type JobErrorCode =
  | 'invalid_patch' // malformed, or an operation that is not allowed
  | 'too_many_operations'
  | 'payload_too_large'
  | 'file_changed' // a named file is not the one that the request named
  | 'wrong_family'
  | 'nothing_loaded' // an index run before any load
  | 'storage_full'
  | 'fault' // made to fail by a fault rule
  | 'internal_error';

export class JobFailure extends Error {
  override readonly name = 'JobFailure';
  readonly errorCode: JobErrorCode;

  constructor(errorCode: JobErrorCode, message: string) {
    super(message);
    this.errorCode = errorCode;
  }
}

const DAMAGED = 'the stored catalog is damaged; reload it with a full load (brctl push, or PUT)';

export function toOutcome(thrown: unknown): TaskOutcome {
  if (thrown instanceof AbortedError) return { end: 'aborted' };
  if (thrown instanceof JobFailure) return failWith(thrown.errorCode, thrown.message);
  if (isDiskFull(thrown)) return failWith('storage_full', 'no space left on the disk');
  if (isCorruption(thrown)) return failWith('internal_error', `${getMessage(thrown)}: ${DAMAGED}`);
  if (thrown instanceof BrctlError && thrown.code === 'store.damaged')
    return failWith('internal_error', `${thrown.message}: ${thrown.details.why}; ${thrown.details.hint}`);
  return failWith('internal_error', getMessage(thrown));
}

/** `Line 12: path must begin with /products/` (rec: public-facts B8), behind the name of a file that the request named. */
export function toInputFailure(thrown: unknown, part: Pick<InputPart, 'name'>): unknown {
  const failure = asJobFailure(thrown);
  if (!(failure instanceof JobFailure) || part.name === null) return failure;
  return new JobFailure(failure.errorCode, `${part.name}: ${failure.message}`);
}

function asJobFailure(thrown: unknown): unknown {
  if (!(thrown instanceof BrctlError) || thrown.kind !== 'input') return thrown;
  const { line, product } = thrown.details;
  const where = line === undefined ? '' : `Line ${line}: `;
  const about = product === undefined ? '' : ` (product ${JSON.stringify(product)})`;
  const errorCode = thrown.code === 'file.too_large' ? 'payload_too_large' : 'invalid_patch';
  return new JobFailure(errorCode, `${where}${thrown.message}${about}`);
}

function failWith(errorCode: JobErrorCode, message: string): TaskOutcome {
  return { end: 'failed', message, errorCode };
}
