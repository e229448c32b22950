import { BrctlError, type BrctlErrorDetails, messageOf } from '../errors.ts';
import { AbortedError } from './abort-flag.ts';

/** An error as it crosses threads. */
export interface PackedError {
  message: string;
  isAborted: boolean;
  details?: BrctlErrorDetails;
  /** Codes of the system and of SQLite. */
  codes: { code?: unknown; sqliteCode?: unknown };
}

/** A thrown error in a form that a message between threads can carry. */
export function packError(thrown: unknown): PackedError {
  const isAborted = thrown instanceof AbortedError;
  if (thrown instanceof BrctlError) {
    const { cause: _, ...details } = thrown.details;
    return { message: thrown.message, isAborted, details, codes: {} };
  }
  const { code, sqliteCode } = (thrown ?? {}) as PackedError['codes'];
  return { message: messageOf(thrown), isAborted, codes: { code, sqliteCode } };
}

/** The error that `packError` was given, to throw again on the other thread. */
export function unpackError({ message, isAborted, details, codes }: PackedError): Error {
  if (isAborted) return new AbortedError();
  if (details !== undefined) return new BrctlError(message, details);
  return Object.assign(
    new Error(message),
    codes.code === undefined && codes.sqliteCode === undefined ? {} : codes,
  );
}
