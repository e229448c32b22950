import type { Problem } from '../errors.ts';
import { DEFAULT_SCAN_LIMITS, type ScanLimits, scanJson } from '../json/scan.ts';
import { Tape } from '../json/tape.ts';
import { textOf } from '../json/text.ts';
import type { Operation } from '../protocol/operation.ts';
import { type FindingSource, Findings } from './findings.ts';
import { type ParsedOperation, parseOperation, type TextParser } from './parse-operation.ts';

export interface OperationLineOptions {
  /** Name of the input, for problems. */
  file?: string;
  scanLimits?: ScanLimits;
  /** Column at which the text starts, from 1 (default); an element of an array may start anywhere. */
  column?: number;
  /** Receives what does not stop the operation from being read. */
  onWarning?: (warning: Problem) => void;
}

const scratch = new Tape();

/**
 * Scans a text into `tape` and reads the operation in it; what is wrong goes to `findings`.
 * The tape holds the value until the next call with the same tape.
 */
export function scanOperation(
  tape: Tape,
  source: FindingSource & { end: number },
  findings: Findings,
  limits: ScanLimits = DEFAULT_SCAN_LIMITS,
  parse: TextParser = parseOperation,
): ParsedOperation | undefined {
  findings.beginText(source);
  const problem = scanJson(tape, source.bytes, source.start, source.end, limits);
  if (problem === null) return parse(tape, findings);
  findings.error(problem.code, problem.message, { offset: problem.offset });
  return undefined;
}

/** The operation with its value as text, exactly as it stands in the input. */
export function toOperation(tape: Tape, parsed: ParsedOperation, line: number): Operation {
  const { op, target, valueNode } = parsed;
  return valueNode === undefined
    ? { op, target, line }
    : { op, target, value: textOf(tape, valueNode), line };
}

/**
 * Reads one operation from the range of a buffer: a line of JSON Lines, or an element of a JSON Patch array.
 * What is checked here is what an operation needs to mean anything: strict JSON, a known `op`, a `path` that
 * addresses a part of a record, a `value` for add. What the value holds is the business of `checkOperation`.
 *
 * @param line line on which the range starts, from 1
 * @returns the operation, or the problems (errors only, at least one)
 */
export function parseOperationLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  line: number,
  options: OperationLineOptions = {},
): Operation | Problem[] {
  const findings = new Findings(undefined, options.file);
  const source = {
    bytes,
    start,
    end,
    line,
    ...(options.column === undefined ? {} : { column: options.column }),
  };
  const parsed = scanOperation(scratch, source, findings, options.scanLimits);
  if (options.onWarning !== undefined) {
    for (const problem of findings.kept) if (problem.severity === 'warning') options.onWarning(problem);
  }
  if (parsed === undefined) return findings.kept.filter(({ severity }) => severity === 'error');
  return toOperation(scratch, parsed, line);
}
