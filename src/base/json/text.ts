import { KIND, type Tape } from './tape.ts';

function sliceUtf8(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
}

/** The text of a node exactly as it is: numbers keep their digits, strings their quotes and escapes. */
export function getNodeText(tape: Tape, node: number): string {
  return sliceUtf8(tape.bytes, tape.startOf(node), tape.endOf(node));
}

/** The characters that a string node stands for. */
export function decodeString(tape: Tape, node: number): string {
  if (tape.kindOf(node) === KIND.escapedString) return JSON.parse(getNodeText(tape, node)) as string;
  return sliceUtf8(tape.bytes, tape.startOf(node) + 1, tape.endOf(node) - 1);
}

/** Does a string node stand for these ASCII characters? Spares decoding for the names that the format knows. */
export function isNamed(tape: Tape, node: number, name: string): boolean {
  if (tape.kindOf(node) === KIND.escapedString) return decodeString(tape, node) === name;
  const start = tape.startOf(node) + 1;
  if (tape.endOf(node) - 1 - start !== name.length) return false;
  for (let index = 0; index < name.length; index++) {
    if (tape.bytes[start + index] !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** Do two string nodes, of one tape or two, stand for the same characters? */
export function isSameString(a: Tape, nodeA: number, b: Tape, nodeB: number): boolean {
  if (a.kindOf(nodeA) === KIND.escapedString || b.kindOf(nodeB) === KIND.escapedString)
    return decodeString(a, nodeA) === decodeString(b, nodeB);
  const startA = a.startOf(nodeA);
  const startB = b.startOf(nodeB);
  const length = a.endOf(nodeA) - startA;
  if (length !== b.endOf(nodeB) - startB) return false;
  for (let index = 1; index < length; index++) {
    if (a.bytes[startA + index] !== b.bytes[startB + index]) return false;
  }
  return true;
}
