import { BrctlError } from '../../errors.ts';
import { EnoughFindings } from '../findings/findings.ts';
import { LineTooLong } from '../source/line-limit.ts';
import { DuplicateSuspected, FingerprintCollision, MemoryExceeded } from './diff-run.ts';

/** Another thread met something that one thread alone has to look at. */
export class Undecided extends Error {}

const UNDECIDED = [
  Undecided,
  EnoughFindings,
  DuplicateSuspected,
  FingerprintCollision,
  MemoryExceeded,
  LineTooLong,
];

/**
 * Did a thread meet something about the catalogs that is to be said, or done otherwise? Then one thread reads them alone,
 * in their order, so that what is said does not depend on threads. Anything else is a bug, or the end of a thread.
 */
export function isUndecided(error: unknown): boolean {
  if (error instanceof BrctlError) return error.kind === 'input';
  return UNDECIDED.some((each) => error instanceof each) || (error instanceof Error && 'syscall' in error);
}
