// Reads the lines that are compared.
import { additionOf, patchOf, written } from './differ';
import { tokenize } from './tokenize';
import { disableRecord, removeRecord } from './vanish';

/** Longer lines are left to the host. */
const MAX_LINE_BYTES: usize = 1 << 16;

let oldWords: usize = 0;
let newWords: usize = 0;
let tapeNodes: i32 = 0;
let stack: usize = 0;
let maxDepth: i32 = 0;

/** Says where the tapes of lines are, how many nodes each has room for, and where the stack of their reader is. */
export function placeTapes(oldTape: usize, newTape: usize, nodes: i32, words: usize, depth: i32): void {
  oldWords = oldTape;
  newWords = newTape;
  tapeNodes = nodes;
  stack = words;
  maxDepth = depth;
}

function read(start: usize, end: usize, tape: usize): bool {
  return end - start <= MAX_LINE_BYTES && tokenize(start, end, 0, tape, tapeNodes, stack, maxDepth) >= 0;
}

/**
 * Reads two lines of a family strictly and writes the operations between their records. Returns how many there are, 0 where
 * the records are the same by value; -1 where it is left to the host.
 */
export function patchLines(
  oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize, family: i32, out: usize, capacity: u32,
): i32 {
  if (!read(oldStart, oldEnd, oldWords) || !read(newStart, newEnd, newWords)) return -1;
  return patchOf(oldWords, newWords, family, out, capacity);
}

/**
 * Reads a line strictly and writes the operation that removes its record, or sets its availability to false. Returns 1, 0
 * where it is false already; -1 where it is left to the host.
 */
export function vanishLine(start: usize, end: usize, family: i32, isRemoved: bool, out: usize, capacity: u32): i32 {
  if (!read(start, end, oldWords)) return -1;
  if (isRemoved) removeRecord(oldWords, family);
  else disableRecord(oldWords, family);
  return written(out, capacity);
}

/** Reads a line strictly and writes the operation that adds its record. Returns 1, or -1 where it is left to the host. */
export function addLine(start: usize, end: usize, family: i32, out: usize, capacity: u32): i32 {
  return read(start, end, newWords) ? additionOf(newWords, family, out, capacity) : -1;
}
