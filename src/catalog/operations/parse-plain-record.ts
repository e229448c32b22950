import { findMember } from '../../base/json/members.ts';
import type { Tape } from '../../base/json/tape.ts';
import { decodeString } from '../../base/json/text.ts';
import type { Findings } from '../findings/findings.ts';
import type { ParsedOperation } from './parse-operation.ts';

/** Node of the root: the whole text is the record. */
const ROOT = 0;

/**
 * Reads a plain record, `{"id":"L-9","attributes":{…},…}`, from a tape that holds its text: it stands for the add of a
 * product. Problems go to `findings`.
 *
 * @returns undefined when the text is not a record
 */
export function parsePlainRecord(tape: Tape, findings: Findings): ParsedOperation | undefined {
  const offset = tape.startOf(ROOT);
  if (!tape.isObject(ROOT)) {
    findings.error('record.not_object', 'a record is an object with id and attributes', { offset });
    return undefined;
  }
  const idNode = findMember(tape, ROOT, 'id');
  if (idNode === undefined) {
    findings.error('record.no_id', "the record has no 'id'", { offset });
    return undefined;
  }
  const id = tape.isString(idNode) ? decodeString(tape, idNode) : '';
  if (id === '') {
    const place = { offset: tape.startOf(idNode), pointer: '/id' };
    findings.error('record.bad_id', "the 'id' must be a string that is not empty", place);
    return undefined;
  }
  findings.product = id;
  const target = { family: 'products', id, component: 'record', segments: [] } as const;
  return { op: 'add', target, valueNode: ROOT, isPlain: true };
}
