import { LINE_FEED } from './ascii.ts';

export type JsonProblemCode =
  | 'json.empty' // nothing but white space
  | 'json.syntax' // against the grammar of RFC 8259
  | 'json.control' // a control character that is not escaped
  | 'json.nul' // the byte 0
  | 'json.utf8' // bytes that are no UTF-8
  | 'json.surrogate' // half of a surrogate pair
  | 'json.depth'; // nested deeper than the limit

export interface JsonProblem {
  code: JsonProblemCode;
  /** Byte offset in the buffer, not in the range. */
  offset: number;
  /** The actual and the expected text, for people. */
  message: string;
}

export const JSON_HINTS: Readonly<Record<JsonProblemCode, string>> = {
  'json.empty': 'write one JSON object on the line, or remove the line',
  'json.syntax': 'write the line with a JSON library instead of assembling its text',
  'json.control': 'escape it: \\n for a line feed, \\t for a tab, \\u and four hex digits for others',
  'json.nul': 'a file full of them is UTF-16 (iconv -f UTF-16 -t UTF-8), or was cut while it was written',
  'json.utf8': 'write the file as UTF-8; to convert Latin-1: iconv -f ISO-8859-1 -t UTF-8',
  'json.surrogate': 'write the whole character; text cut to a length is often cut inside one',
  'json.depth': 'nest less deeply: no attribute needs this many levels',
};

/** Lead bytes of UTF-8 count as a character, continuation bytes do not. */
function isCharacterStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/**
 * Where `offset` lies: line feeds since `start`, and the column in characters (Unicode code points, a tab is one) since the
 * last line feed or `start`, from 1.
 */
export function locateOffset(bytes: Uint8Array, start: number, offset: number) {
  let lineFeeds = 0;
  let column = 1;
  for (let index = start; index < offset && index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === LINE_FEED) {
      lineFeeds++;
      column = 1;
    } else if (isCharacterStart(byte)) column++;
  }
  return { lineFeeds, column };
}

/** The character at `offset`, as a message can show it: quoted, or by its code where it cannot be seen. */
export function describeByte(bytes: Uint8Array, offset: number, end: number): string {
  if (offset >= end) return 'the end of the text';
  const byte = bytes[offset] as number;
  if (byte < 0x20 || byte === 0x7f) return `the control character 0x${byte.toString(16).padStart(2, '0')}`;
  if (byte < 0x80) return byte === 0x27 ? 'an apostrophe' : `'${String.fromCharCode(byte)}'`;
  let next = offset + 1;
  while (next < end && !isCharacterStart(bytes[next] as number)) next++;
  return `'${new TextDecoder().decode(bytes.subarray(offset, next))}'`;
}
