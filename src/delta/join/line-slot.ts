import type { Side } from '../side.ts';

/**
 * What is known of a line that waits for its counterpart, in six words: [id low with used bit and side, id high, hash low,
 * hash high, position low, position high with the length's units]. The kernel has the same layout.
 */
export const SLOT_WORDS = 6;
/** Of the first word, these bits are no part of the id's fingerprint. */
export const FLAG_BITS = 3;
const USED_BIT = 2;
const WORD = 2 ** 32;
/**
 * Of the last word, 15 bits make positions up to 128 TB, and 16 the length of lines up to 4 MiB. The bit between them says that
 * the kernel keeps the line: then the word before is its place in the kernel's memory.
 */
const POSITION_BITS = 16;
const POSITION_MASK = 0x7fff;
const KEPT_BIT = 0x8000;
const LENGTH_UNIT_BYTES = 64;
const MAX_LENGTH_UNITS = 0xffff;

/** A line that waits for its counterpart. */
export interface WaitingLine {
  side: Side;
  hashLow: number;
  hashHigh: number;
  /** Position in its catalog. */
  position: number;
  /** With the line end. */
  lengthBytes: number;
}

/** Fills the slot at a word of `words`. */
export function putSlot(words: Int32Array, at: number, low: number, high: number, line: WaitingLine): void {
  words[at] = (low & ~FLAG_BITS) | USED_BIT | line.side;
  words[at + 1] = high;
  words[at + 2] = line.hashLow;
  words[at + 3] = line.hashHigh;
  const units = Math.min(MAX_LENGTH_UNITS, Math.ceil(line.lengthBytes / LENGTH_UNIT_BYTES));
  words[at + 5] = units << POSITION_BITS;
  movePosition(words, at, line.position);
}

/** Notes where the line is in its catalog, and that the kernel does not keep it. */
export function movePosition(words: Int32Array, at: number, position: number): void {
  words[at + 4] = (position % WORD) | 0;
  words[at + 5] = ((words[at + 5] as number) & ~(POSITION_MASK | KEPT_BIT)) | Math.floor(position / WORD);
}

/** The catalog that the line belongs to. */
export function sideInSlot(words: Int32Array, at: number): Side {
  return ((words[at] as number) & 1) as Side;
}

/** Where the kernel keeps the line; undefined where it does not. */
export function placeInSlot(words: Int32Array, at: number): number | undefined {
  return ((words[at + 5] as number) & KEPT_BIT) === 0 ? undefined : (words[at + 4] as number) >>> 0;
}

/** Position of the line in its catalog, unless the kernel keeps it. */
export function positionInSlot(words: Int32Array, at: number): number {
  const high = (words[at + 5] as number) & POSITION_MASK;
  return ((words[at + 4] as number) >>> 0) + high * WORD;
}

/** So many times 64 bytes hold the line, unless it is longer than what the slot can tell. */
export function unitsInSlot(words: Int32Array, at: number): number {
  return (words[at + 5] as number) >>> POSITION_BITS;
}

/** As bytes. */
export function lengthInSlot(words: Int32Array, at: number): number {
  return unitsInSlot(words, at) * LENGTH_UNIT_BYTES;
}
