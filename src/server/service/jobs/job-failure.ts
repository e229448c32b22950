import { BrctlError, getMessage } from '../../../base/errors.ts';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import { isCorruption } from '../../store/open-migrated.ts';
import { Refusal } from '../refusals.ts';
import type { InputPart, TaskOutcome } from './job-task.ts';

/** What a job can find wrong, by the `error_code` of its record (our own names: public-facts G, "Not found" 4). */
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
  if (thrown instanceof JobFailure) return failed(thrown.errorCode, thrown.message);
  if (isDiskFull(thrown)) return failed('storage_full', 'no space left on the disk');
  if (isCorruption(thrown)) return failed('internal_error', `${getMessage(thrown)}: ${DAMAGED}`);
  if (thrown instanceof BrctlError && thrown.code === 'store.damaged') {
    return failed('internal_error', `${thrown.message}: ${thrown.details.why}; ${thrown.details.hint}`);
  }
  return failed('internal_error', getMessage(thrown));
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
  return new JobFailure(errorCodeOf(thrown.code), `${where}${thrown.message}${about}`);
}

function errorCodeOf(code: string): JobErrorCode {
  return code === 'file.too_large' ? 'payload_too_large' : 'invalid_patch';
}

export function isDiskFull(thrown: unknown): boolean {
  const { code, sqliteCode } = thrown as { code?: unknown; sqliteCode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || sqliteCode === 13;
}

/** A full disk is a refusal, anything else stays what it is. */
export function toStorageRefusal(error: unknown): unknown {
  return isDiskFull(error) ? new Refusal('storage_full', 'no space left on the disk') : error;
}

/** SQLite's primary codes: busy, locked, out of memory, read-only, I/O error, full, cannot open, protocol. */
const STORAGE_CODES = new Set([5, 6, 7, 8, 10, 13, 14, 15]);
const SYSTEM_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EBUSY',
]);

/** Can the same step succeed later, with nothing changed but the machine's state? */
export function isStorageTrouble(thrown: unknown): boolean {
  const { code, sqliteCode } = thrown as { code?: unknown; sqliteCode?: unknown };
  return (
    SYSTEM_CODES.has(String(code)) || (typeof sqliteCode === 'number' && STORAGE_CODES.has(sqliteCode & 0xff))
  );
}

function failed(errorCode: JobErrorCode, message: string): TaskOutcome {
  return { end: 'failed', message, errorCode };
}
