// Reads the lines that are compared.
import { ESCAPED_STRING, kindOf, NODE_SHIFT, STRING } from '../../../../../base/json/kernel/assembly/parts/tape';
import { MAX_DEPTH, tokenize } from '../../../../../base/json/kernel/assembly/parts/tokenize';
import { additionOf, patchOf, written } from './differ';
import { readRecord } from './record';
import { beginWork, bottom, isCanonical, isLeft, leave, reserve, setPair, top } from './work';
import { disableRecord, removeRecord } from './vanish';

/** Nodes of the line that was read last; -1 where it is no sound JSON. */
export let nodes: i32 = -1;

/** Reads a line strictly. Gives its tape; 0 where it is unsound, or there is too little memory. */
function readLine(start: usize, end: usize): usize {
  const tape = top;
  // as an operation, a plain record is nested one level deeper
  nodes = tokenize(start, end, tape, <i32>((bottom - tape) >> NODE_SHIFT), isCanonical ? i32.MAX_VALUE : MAX_DEPTH);
  if (nodes < 0) {
    leave();
    return 0;
  }
  reserve(<usize>nodes << NODE_SHIFT);
  // escapes that are left are needed, and spelled in one way
  if (isCanonical) {
    for (let node = 0; node < nodes; node++) {
      if (kindOf(tape, node) == ESCAPED_STRING) store<i32>(tape + (<usize>node << NODE_SHIFT), STRING);
    }
  }
  return tape;
}

/** Reads one line strictly; gives its tape, or 0, and `nodes`. */
export function readAlone(start: usize, end: usize): usize {
  beginWork(false);
  return readLine(start, end);
}

/** Is this a line that adds a record of a family, in a usual spelling? */
export function isSoundLine(start: usize, end: usize, family: i32): bool {
  const tape = readAlone(start, end);
  if (tape == 0) return false;
  setPair(tape, tape);
  readRecord(tape, family);
  return !isLeft;
}

/**
 * Reads an old and a new line of a family strictly, of which one may be missing, and writes the operations between their
 * records. Returns how many there are, -1 where it is left to the host.
 *
 * @param isRemoved of a record without a new line; else it becomes unavailable
 * @param out 0: where there is room
 */
export function buildLines(
  oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize, family: i32, isRemoved: bool, canonical: bool,
  out: usize, capacity: usize,
): i32 {
  beginWork(canonical);
  const old = oldStart == 0 ? <usize>0 : readLine(oldStart, oldEnd);
  const fresh = newStart == 0 || isLeft ? <usize>0 : readLine(newStart, newEnd);
  if (isLeft) return -1;
  if (old == 0) additionOf(fresh, family);
  else if (fresh != 0) patchOf(old, fresh, family);
  else if (isRemoved) removeRecord(old, family);
  else disableRecord(old, family);
  return written(out, capacity);
}
