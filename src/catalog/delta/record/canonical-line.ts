import { KIND, type Tape } from '../../../base/json/tape.ts';
import { decodeString, getNodeText, isNamed } from '../../../base/json/text.ts';
import type { RecordLine } from './record-line.ts';

/** A record in the one spelling that the kernel compares by its bytes: what was read of its line. */
export interface CanonicalLine {
  /** As `RecordLine` has them. */
  id: string;
  path: string;
  /** The operation that adds the record. */
  text: string;
  /** A key that an object uses twice; the last value counts. */
  duplicateKey: string | undefined;
}

/** The record of a line without white space, escapes that are not needed and duplicate keys; numbers keep their digits. */
export function toCanonicalLine({ tape, value, hiddenMember, id, path }: RecordLine): CanonicalLine {
  let duplicateKey: string | undefined;
  const printNode = (node: number): string => {
    if (tape.isObject(node)) return printObject(node);
    if (tape.kindOf(node) === KIND.array) return `[${listChildren(tape, node).map(printNode).join(',')}]`;
    return tape.kindOf(node) === KIND.escapedString
      ? JSON.stringify(decodeString(tape, node))
      : getNodeText(tape, node);
  };
  const listMembers = (object: number): Map<string, number> => {
    // of keys that come twice, the place of the first and the value of the last
    const members = new Map<string, number>();
    const end = tape.nextOf(object);
    for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
      if (object === value && hiddenMember !== undefined && isNamed(tape, key, hiddenMember)) continue;
      const name = decodeString(tape, key);
      if (members.has(name)) duplicateKey = name;
      members.set(name, key + 1);
    }
    return members;
  };
  const printObject = (object: number): string => {
    const printMember = ([name, node]: [string, number]) => `${JSON.stringify(name)}:${printNode(node)}`;
    return `{${Array.from(listMembers(object), printMember).join(',')}}`;
  };
  if (value > 0) listMembers(0); // an operation may have its value twice
  return { id, path, text: `{"op":"add","path":"${path}","value":${printObject(value)}}`, duplicateKey };
}

function listChildren(tape: Tape, array: number): number[] {
  const children: number[] = [];
  const end = tape.nextOf(array);
  for (let child = array + 1; child < end; child = tape.nextOf(child)) children.push(child);
  return children;
}
