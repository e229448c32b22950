// Reads the lines that are compared.
import { additionOf, patchOf, written } from './differ';
import { MAX_READ_BYTES, NODE_BYTES, TAPE_NODES } from './layout';
import { isLeft, setPair } from './pair';
import { readRecord } from './record';
import { OLD } from './sides';
import { tokenize } from './tokenize';
import { disableRecord, removeRecord } from './vanish';

const OLD_TAPE = memory.data(TAPE_NODES * NODE_BYTES, 16);
const NEW_TAPE = memory.data(TAPE_NODES * NODE_BYTES, 16);

/** Nodes of the lines that were read last; -1 where one is no sound JSON or was not read. */
export let oldNodes: i32 = -1;
export let newNodes: i32 = -1;

/** Where the nodes of a side's line are. */
export function tapeOf(side: i32): usize {
  return side == OLD ? OLD_TAPE : NEW_TAPE;
}

/** Reads a line strictly. Returns its nodes; -1 where it is unsound, or too long. */
export function readLine(side: i32, start: usize, end: usize): i32 {
  const nodes = end - start > <usize>MAX_READ_BYTES ? -1 : tokenize(start, end, tapeOf(side), TAPE_NODES);
  if (side == OLD) oldNodes = nodes;
  else newNodes = nodes;
  return nodes;
}

/** Is this a line that adds a record of a family, in a usual spelling? */
export function isSoundLine(side: i32, start: usize, end: usize, family: i32): bool {
  if (readLine(side, start, end) < 0) return false;
  const tape = tapeOf(side);
  setPair(tape, tape);
  readRecord(tape, family);
  return !isLeft;
}

/**
 * Reads two lines of a family strictly and writes the operations between their records. Returns how many there are, 0 where
 * the records are the same by value; -1 where it is left to the host.
 */
export function patchLines(
  oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize, family: i32, out: usize, capacity: u32,
): i32 {
  const areSound = (readLine(0, oldStart, oldEnd) >= 0) & (readLine(1, newStart, newEnd) >= 0);
  return areSound ? patchOf(OLD_TAPE, NEW_TAPE, family, out, capacity) : -1;
}

/**
 * Reads a line strictly and writes the operation that removes its record, or sets its availability to false. Returns 1, 0
 * where it is false already; -1 where it is left to the host.
 */
export function vanishLine(start: usize, end: usize, family: i32, isRemoved: bool, out: usize, capacity: u32): i32 {
  if (readLine(0, start, end) < 0) return -1;
  if (isRemoved) removeRecord(OLD_TAPE, family);
  else disableRecord(OLD_TAPE, family);
  return written(out, capacity);
}

/** Reads a line strictly and writes the operation that adds its record. Returns 1, or -1 where it is left to the host. */
export function addLine(start: usize, end: usize, family: i32, out: usize, capacity: u32): i32 {
  return readLine(1, start, end) < 0 ? -1 : additionOf(NEW_TAPE, family, out, capacity);
}
