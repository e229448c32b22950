import { BACKSLASH, LETTER_U, parseHexDigit, QUOTE } from './ascii.ts';

/** Bytes that a string holds as they are: all but quote, backslash and the control characters. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

/** Letters that may follow a backslash, `u` aside: " \ / b f n r t. */
const ESCAPES = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPES[letter.charCodeAt(0)] = 1;

/** The first byte from `at` on that ends a run of plain string bytes. */
export function skipPlain(bytes: Uint8Array, offset: number, end: number): number {
  let next = offset;
  while (next < end && PLAIN[bytes[next] as number] === 1) next++;
  return next;
}

/** The code unit of four hexadecimal digits at `at`, or -1. */
function codeUnit(bytes: Uint8Array, offset: number, end: number): number {
  if (offset + 4 > end) return -1;
  let unit = 0;
  for (let digit = offset; digit < offset + 4; digit++) {
    const value = parseHexDigit(bytes[digit]);
    if (value < 0) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

/** Result of an escape sequence. */
export type Escape = { length: number; problem?: undefined } | { length: 0; problem: 'syntax' | 'surrogate' };

/** Reads the escape whose backslash is at `at`. A surrogate pair is one of 12 bytes; a half is refused. */
export function scanEscape(bytes: Uint8Array, offset: number, end: number): Escape {
  const letter = bytes[offset + 1];
  if (offset + 1 >= end || letter === undefined) return { length: 0, problem: 'syntax' };
  if (letter !== LETTER_U) return ESCAPES[letter] === 1 ? { length: 2 } : { length: 0, problem: 'syntax' };
  const unit = codeUnit(bytes, offset + 2, end);
  if (unit < 0) return { length: 0, problem: 'syntax' };
  if (unit < 0xd800 || unit > 0xdfff) return { length: 6 };
  const isHigh = unit < 0xdc00;
  const pairFollows = bytes[offset + 6] === BACKSLASH && bytes[offset + 7] === LETTER_U;
  if (!isHigh || !pairFollows) return { length: 0, problem: 'surrogate' };
  const low = codeUnit(bytes, offset + 8, end);
  return low >= 0xdc00 && low <= 0xdfff ? { length: 12 } : { length: 0, problem: 'surrogate' };
}
