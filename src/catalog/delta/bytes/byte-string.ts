/**
 * Byte strings: one character a byte of the UTF-8 text. Paths are built of them, so that their length is the
 * number of bytes they take and writing them is a copy.
 */
export function toByteString(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The text that a byte string stands for. */
export function fromByteString(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** `text` as the inside of a JSON string, in its shortest spelling, as a byte string. */
export function jsonStringBytes(text: string): string {
  return toByteString(JSON.stringify(text).slice(1, -1));
}
