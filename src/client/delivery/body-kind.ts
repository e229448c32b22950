import { CLOSE_BRACKET, isSpace, OPEN_BRACKET, QUOTE } from '../../base/json/ascii.ts';
import type { BodyKind } from '../../protocol/content-types.ts';

/** EF BB BF: not white space in JSON, but some editors put it in front. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** `[` begins operations, or SFTP paths where a string follows; else JSON Lines (spec: Body kinds). */
export function detectBodyKind(head: Uint8Array): BodyKind {
  const from = BYTE_ORDER_MARK.every((byte, at) => head[at] === byte) ? BYTE_ORDER_MARK.length : 0;
  const [first, second] = firstTwoMarks(head, from);
  if (first !== OPEN_BRACKET) return 'jsonLines';
  return second === QUOTE || second === CLOSE_BRACKET ? 'sftpPaths' : 'jsonPatch';
}

function firstTwoMarks(head: Uint8Array, from: number): number[] {
  const marks: number[] = [];
  for (let at = from; at < head.length && marks.length < 2; at++) {
    const byte = head[at] as number;
    if (!isSpace(byte)) marks.push(byte);
  }
  return marks;
}
