import { CLOSE_BRACKET, isSpace, OPEN_BRACKET, QUOTE } from '../../base/json/ascii.ts';
import type { BodyKind } from '../../protocol/content-types.ts';

/** EF BB BF: not white space in JSON, but some editors put it in front. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** `[` begins operations, or SFTP paths where a string follows; else JSON Lines (spec: Body kinds). */
export function detectBodyKind(head: Uint8Array): BodyKind {
  const from = BYTE_ORDER_MARK.every((byte, index) => head[index] === byte) ? BYTE_ORDER_MARK.length : 0;
  const text = head.subarray(from);
  const first = text.findIndex((byte) => !isSpace(byte));
  const second = text.find((byte, behind) => behind > first && !isSpace(byte));
  if (text[first] !== OPEN_BRACKET) return 'jsonLines';
  return second === QUOTE || second === CLOSE_BRACKET ? 'sftpPaths' : 'jsonPatch';
}
