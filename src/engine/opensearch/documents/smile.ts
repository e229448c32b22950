/**
 * Tokens of SMILE, the binary form of JSON that the server takes as well (doc: the SMILE format specification of Jackson): texts
 * are read without a look for escapes, numbers without digits, and both are smaller. The byte that ends a document occurs nowhere in it.
 */
export const SMILE = {
  objectBegin: 0xfa,
  objectEnd: 0xfb,
  arrayBegin: 0xf8,
  arrayEnd: 0xf9,
  /** A text of any length in UTF-8, up to its end. */
  textBegin: 0xe4,
  textEnd: 0xfc,
  false: 0x22,
  true: 0x23,
  /** Integers of 32 and of 64 bits. */
  integer: 0x24,
  long: 0x25,
  double: 0x29,
  /** Between the documents of a request, and behind the last. */
  documentEnd: 0xff,
} as const;

const SHORT_NAME = 0x80;
const MAX_SHORT_NAME = 64;
const LONG_NAME = 0x34;
const ASCII = /^\p{ASCII}+$/u;

/** How each document begins: no text in it refers to an earlier one. */
export const SMILE_HEADER = Buffer.from([0x3a, 0x29, 0x0a, 0x00]);

/** The name of a member of an object; its value follows. */
export function smileName(name: string): Buffer {
  const bytes = Buffer.from(name);
  return bytes.length <= MAX_SHORT_NAME && ASCII.test(name)
    ? Buffer.concat([Buffer.of(SHORT_NAME + bytes.length - 1), bytes])
    : Buffer.concat([Buffer.of(LONG_NAME), bytes, Buffer.of(SMILE.textEnd)]);
}
