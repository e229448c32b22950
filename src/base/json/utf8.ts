import { isUtf8 } from 'node:buffer';

/** Is the range well-formed UTF-8? Surrogates, overlong forms and values past U+10FFFF are not. */
export function isUtf8Range(bytes: Uint8Array, start: number, end: number): boolean {
  return isUtf8(bytes.subarray(start, end));
}

/** Bytes of the character that a lead byte announces; 0 for a byte that leads none. */
function announcedLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The offset of the first byte of the range that belongs to no well-formed character; `end` when all do. */
export function findInvalidUtf8(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const length = announcedLength(bytes[at] as number);
    const wellFormed =
      length === 1 || (length > 1 && at + length <= end && isUtf8Range(bytes, at, at + length));
    if (!wellFormed) return at;
    at += length;
  }
  return end;
}
