import { CARRIAGE_RETURN } from '../../json/ascii.ts';
import { JSON_HINTS, type JsonProblem } from '../../json/problem.ts';

/** First bytes of files that hold something packed; a plain gzip was inflated before. */
const PACKED: readonly (readonly [string, readonly number[]])[] = [
  ['gzip data inside the gzip file', [0x1f, 0x8b]],
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a Zstandard file', [0x28, 0xb5, 0x2f, 0xfd]],
  ['an xz file', [0xfd, 0x37, 0x7a, 0x58]],
  ['a bzip2 file', [0x42, 0x5a, 0x68]],
];

/**
 * How a text that is no JSON is mended: what the problem's code says, unless the text shows that the whole file is
 * something else: packed, or lines that end with a carriage return alone.
 */
export function jsonHint(
  { code, offset }: JsonProblem,
  bytes: Uint8Array,
  start: number,
  end: number,
): string {
  const packed = PACKED.find(([, magic]) => magic.every((byte, at) => bytes[start + at] === byte));
  if (packed !== undefined) return `this is ${packed[0]}: unpack it first`;
  if (offset > start && offset < end && bytes[offset - 1] === CARRIAGE_RETURN) {
    return "the lines end with a carriage return alone: tr '\\r' '\\n' < old.jsonl > new.jsonl";
  }
  return JSON_HINTS[code];
}
