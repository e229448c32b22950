import { findMember, hasDuplicateKeys } from '../../base/json/members.ts';
import type { Tape } from '../../base/json/tape.ts';
import { decodeString, isNamed } from '../../base/json/text.ts';
import { parseTarget, type Target } from '../../protocol/operation.ts';
import type { Findings } from '../findings/findings.ts';
import { suggestFeedFix } from '../findings/json-hint.ts';

/** An operation whose value is still a node of the tape. */
export interface ParsedOperation {
  op: 'add' | 'remove';
  target: Target;
  /** Undefined for remove. */
  valueNode: number | undefined;
  /** It was a plain record, whose id is one of its members. */
  isPlain?: boolean;
}

/** Reads one text that a tape holds. */
export type TextParser = (tape: Tape, findings: Findings) => ParsedOperation | undefined;

/** The value nodes of the three members that an operation has; of duplicates the last. */
type OperationMembers = Record<'op' | 'path' | 'value', number | undefined>;

function readMembers(tape: Tape, findings: Findings): OperationMembers {
  const members: OperationMembers = { op: undefined, path: undefined, value: undefined };
  const end = tape.nextOf(0);
  for (let key = 1; key < end; key = tape.nextOf(key + 1)) {
    if (isNamed(tape, key, 'op')) members.op = key + 1;
    else if (isNamed(tape, key, 'path')) members.path = key + 1;
    else if (isNamed(tape, key, 'value')) members.value = key + 1;
    else {
      const message = `the member '${decodeString(tape, key)}' is unknown; ignored`;
      findings.warning('operation.extra_member', message, { offset: tape.startOf(key) });
    }
  }
  return members;
}

function parseOp(tape: Tape, node: number | undefined, findings: Findings): 'add' | 'remove' | undefined {
  if (node === undefined) {
    findings.error('operation.op_missing', "'op' is missing", { offset: tape.startOf(0) });
    return undefined;
  }
  const place = { offset: tape.startOf(node), pointer: '/op' };
  const op = tape.isString(node) ? decodeString(tape, node) : undefined;
  if (op === 'add' || op === 'remove') return op;
  const hint = op === 'replace' ? 'write add: it also replaces' : 'write add or remove';
  const fault = op === undefined ? "'op' must be a string" : `the service has no operation '${op}'`;
  findings.error('operation.op_unknown', fault, { ...place, hint });
  return undefined;
}

function parsePath(tape: Tape, node: number | undefined, findings: Findings): Target | undefined {
  if (node === undefined) {
    const hint = suggestFeedFix(tape);
    const place = { offset: tape.startOf(0), ...(hint && { hint }) };
    findings.error('operation.path_missing', "there is no 'path'", place);
    return undefined;
  }
  const place = { offset: tape.startOf(node), pointer: '/path' };
  if (!tape.isString(node)) {
    findings.error('operation.path_invalid', "'path' must be a string", place);
    return undefined;
  }
  const target = parseTarget(decodeString(tape, node));
  if (!('problem' in target)) return target;
  findings.error('operation.path_invalid', target.problem, place);
  return undefined;
}

/**
 * Reads an operation from a tape that holds its text: op, path, and the presence of a value. Problems go to
 * `findings`, as do warnings about members without a meaning (RFC 6902, section 4: they are ignored).
 * Source: spec, "Catalog patch operation"; doc: public-facts B5 for `add` and `remove` as the only operations.
 *
 * @returns undefined when the text is not an operation
 */
export function parseOperation(tape: Tape, findings: Findings): ParsedOperation | undefined {
  const offset = tape.startOf(0);
  if (!tape.isObject(0)) {
    const message = 'an operation is an object with op, path and value';
    findings.error('operation.not_object', message, { offset });
    return undefined;
  }
  if (isPlainRecord(tape)) {
    const hint = 'for plain records: --from records';
    findings.error('operation.path_missing', 'this is a plain record, not an operation', { offset, hint });
    return undefined;
  }
  const members = readMembers(tape, findings);
  if (hasDuplicateKeys(tape, 0))
    findings.warning('json.duplicate_key', 'a key is used twice; the last one counts', { offset });
  const target = parsePath(tape, members.path, findings);
  findings.product = target?.id;
  const op = parseOp(tape, members.op, findings);
  const isComplete = op === undefined || checkPresence(tape, op, members.value, findings);
  if (op === undefined || target === undefined || !isComplete) return undefined;
  return { op, target, valueNode: op === 'add' ? members.value : undefined };
}

function isPlainRecord(tape: Tape): boolean {
  const has = (name: string) => findMember(tape, 0, name) !== undefined;
  return has('id') && !has('op') && !has('path');
}

/** Is there a value where one is needed? A remove does without (RFC 6902, section 4.2). */
function checkPresence(tape: Tape, op: ParsedOperation['op'], value: number | undefined, findings: Findings) {
  if (op === 'add') {
    if (value !== undefined) return true;
    findings.error('operation.value_missing', "add needs a 'value'", { offset: tape.startOf(0) });
    return false;
  }
  if (value !== undefined) {
    const place = { offset: tape.startOf(value), pointer: '/value' };
    findings.warning('operation.value_ignored', 'remove takes no value; it is ignored', place);
  }
  return true;
}
