import { BrctlError, type BrctlErrorDetails, getMessage } from '../errors.ts';
import { AbortedError } from './abort-flag.ts';

/** An error as it crosses threads. */
export interface SerializedError {
  message: string;
  isAborted: boolean;
  details?: BrctlErrorDetails;
  /** Codes of the system and of SQLite. */
  codes: { code?: unknown; sqliteCode?: unknown };
}

/** A thrown error in a form that a message between threads can carry. */
export function serializeError(thrown: unknown): SerializedError {
  const isAborted = thrown instanceof AbortedError;
  if (thrown instanceof BrctlError) {
    const { cause: _, ...details } = thrown.details;
    return { message: thrown.message, isAborted, details, codes: {} };
  }
  const { code, sqliteCode } = (thrown ?? {}) as SerializedError['codes'];
  return { message: getMessage(thrown), isAborted, codes: { code, sqliteCode } };
}

/** The error that `serializeError` was given, to throw again on the other thread. */
export function deserializeError({ message, isAborted, details, codes }: SerializedError): Error {
  if (isAborted) return new AbortedError();
  if (details !== undefined) return new BrctlError(message, details);
  const hasCodes = codes.code !== undefined || codes.sqliteCode !== undefined;
  return Object.assign(new Error(message), hasCodes ? codes : {});
}
