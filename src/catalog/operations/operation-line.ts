import { isBlank } from '../../base/json/ascii.ts';
import { scanJson } from '../../base/json/scan.ts';
import { toSingleLine } from '../../base/json/single-line.ts';
import type { Tape } from '../../base/json/tape.ts';
import { getNodeText } from '../../base/json/text.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { FindingSource, Findings } from '../findings/findings.ts';
import { suggestJsonFix } from '../findings/json-hint.ts';
import type { TextHandler } from '../splitting/text-handler.ts';
import { type ParsedOperation, parseOperation, type TextParser } from './parse-operation.ts';
import { salvageRecordId } from './salvage-record-id.ts';

/**
 * Scans a text into `tape` and reads the operation in it; what is wrong goes to `findings`.
 * The tape holds the value until the next call with the same tape.
 */
export function scanOperation(
  tape: Tape,
  source: FindingSource & { end: number },
  findings: Findings,
  parse: TextParser = parseOperation,
): ParsedOperation | undefined {
  findings.beginText(source);
  const problem = scanJson(tape, source.bytes, source.start, source.end);
  if (problem === null) return parse(tape, findings);
  findings.product = salvageRecordId(tape);
  const hint = suggestJsonFix(problem, source.bytes, source.start, source.end);
  findings.error(problem.code, problem.message, { offset: problem.offset, hint });
  return undefined;
}

/**
 * Scans each text of an input but blank lines, and hands on the operation in it; what is wrong with a text or around it goes to
 * `findings`.
 *
 * @param take gets the operation, whose value is in the tape until it returns, and where its text is
 */
export function createOperationHandler(
  tape: Tape,
  findings: Findings,
  take: (operation: ParsedOperation, source: FindingSource & { end: number }) => void,
): TextHandler {
  return {
    text(bytes, start, end, line, column) {
      if (column === 1 && isBlank(bytes, start, end)) return;
      const source = { bytes, start, end, line, column };
      const operation = scanOperation(tape, source, findings);
      if (operation !== undefined) take(operation, source);
    },
    problem(code, message, line, column) {
      findings.beginLine(line, column);
      findings.error(code, message);
    },
  };
}

/** The operation with its value as text, exactly as in the input, on one line: an array may be laid out over several. */
export function toOperation(tape: Tape, parsed: ParsedOperation, line: number): Operation {
  const { op, target, valueNode } = parsed;
  return valueNode === undefined
    ? { op, target, line }
    : { op, target, value: toSingleLine(getNodeText(tape, valueNode)), line };
}
