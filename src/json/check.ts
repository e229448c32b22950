import type { JsonProblem } from './problem.ts';
import { DEFAULT_SCAN_LIMITS, type ScanLimits, scanJson } from './scan.ts';
import { Tape } from './tape.ts';

const scratch = new Tape();

/**
 * Is the range one JSON text (RFC 8259, strictly)? Null when it is, else the first problem: grammar, UTF-8, NUL,
 * unpaired surrogates, nesting. Never throws, never recurses.
 */
export function checkJson(
  bytes: Uint8Array,
  start: number,
  end: number,
  limits: ScanLimits = DEFAULT_SCAN_LIMITS,
): JsonProblem | null {
  return scanJson(scratch, bytes, start, end, limits);
}
