import { toOperation } from '../../../catalog/operation-line.ts';
import type { ParsedOperation } from '../../../catalog/parse-operation.ts';
import type { Tape } from '../../../json/tape.ts';
import type { Operation } from '../../../protocol/operation.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** A JSON string, kept whole, or white space between the tokens. */
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/**
 * The bytes of a value as they stand in the input, or on one line where an array of operations was laid out over
 * several: records must fit into JSON Lines.
 */
export function valueBytes(tape: Tape, node: number): Uint8Array {
  const bytes = tape.bytes.subarray(tape.startOf(node), tape.endOf(node));
  if (!bytes.includes(LINE_FEED) && !bytes.includes(CARRIAGE_RETURN)) return bytes;
  return Buffer.from(singleLine(Buffer.from(bytes).toString('utf8')));
}

/** The operation with its value as text on one line. */
export function operationFrom(tape: Tape, parsed: ParsedOperation, line: number): Operation {
  const operation = toOperation(tape, parsed, line);
  return operation.value === undefined ? operation : { ...operation, value: singleLine(operation.value) };
}

function singleLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replace(STRING_OR_SPACE, '$1') : json;
}
