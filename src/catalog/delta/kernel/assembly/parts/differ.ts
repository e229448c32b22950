// The smallest operations that turn one record into another, as src/catalog/delta/tree/record-differ.ts finds them; docs/explanation/delta.md
// explains why nothing smaller exists.
import { sameBytes } from './bytes';
import { compactSize } from './compact';
import { sameNode, sameSpan } from './equal';
import { ADD_FRAME_BYTES } from './layout';
import { differingMembers, isPlainObject } from './members';
import { isLeft, leave, newTape, oldTape, setPair } from './pair';
import {
  bytesUpTo, clearPatch, count, joinedLength, joinPath, pushAdd, pushRemove, truncate, writePatch,
} from './patch';
import { pathLength, pathStart, readRecord, valueNode } from './record';
import { isMap, LEAF, memberShape, NO_SHAPE } from './shapes';
import { endOf, kindOf, nextOf, OBJECT, startOf } from './tape';

/** The record, a view, its variants, one of them, its attributes are the deepest way: levels of pairs of key nodes. */
const LEVELS = 8;
const LEVEL_SHIFT: usize = 11;
const PAIRS = memory.data(LEVELS << 11, 4);

/** Bytes of the operations that were written last. */
export let patchBytes: u32 = 0;

function compareMembers(shape: i32, oldNode: i32, newNode: i32, path: usize, length: u32, depth: usize): void {
  const mark = count;
  const pairs = PAIRS + (depth << LEVEL_SHIFT);
  const differing = differingMembers(oldTape, oldNode, newTape, newNode, pairs);
  if (differing < 0) return leave();
  for (let index: usize = 0; index < <usize>differing; index++) {
    const oldKey = load<i32>(pairs + (index << 3));
    const newKey = load<i32>(pairs + (index << 3), 4);
    if (compareMember(shape, oldKey, newKey, path, length, depth)) continue;
    truncate(mark);
    return pushAdd(path, length, newNode);
  }
  if (count > mark) merge(mark, path, length, newNode);
}

/** A member that is new, gone or of different bytes. False: it differs and has no own path. */
function compareMember(shape: i32, oldKey: i32, newKey: i32, path: usize, length: u32, depth: usize): bool {
  const tape = newKey < 0 ? oldTape : newTape;
  const key = newKey < 0 ? oldKey : newKey;
  const inner = memberShape(shape, tape, key);
  if (inner == NO_SHAPE) return oldKey >= 0 && newKey >= 0 && sameNode(oldKey + 1, newKey + 1);
  const segment = startOf(tape, key) + 1;
  const innerPath = joinPath(path, length, segment, <u32>(endOf(tape, key) - 1 - segment));
  const innerLength = joinedLength;
  if (newKey < 0) pushRemove(innerPath, innerLength);
  else if (oldKey < 0) addNew(inner, newKey + 1, innerPath, innerLength);
  else compare(inner, oldKey + 1, newKey + 1, innerPath, innerLength, depth + 1);
  return true;
}

function compare(shape: i32, oldNode: i32, newNode: i32, path: usize, length: u32, depth: usize): void {
  if (shape != LEAF && kindOf(oldTape, oldNode) == OBJECT && kindOf(newTape, newNode) == OBJECT) {
    compareMembers(shape, oldNode, newNode, path, length, depth);
  } else if (!sameNode(oldNode, newNode)) pushAdd(path, length, newNode);
}

/** A component that was not there. A map comes into being with its first member: that alone may be smaller. */
function addNew(shape: i32, newNode: i32, path: usize, length: u32): void {
  if (!isMap(shape) || kindOf(newTape, newNode) != OBJECT) return pushAdd(path, length, newNode);
  if (!isPlainObject(newTape, newNode)) return leave();
  const mark = count;
  const end = nextOf(newTape, newNode);
  for (let key = newNode + 1; key < end; key = nextOf(newTape, key + 1)) {
    if (memberShape(shape, newTape, key) == NO_SHAPE) {
      truncate(mark);
      return pushAdd(path, length, newNode);
    }
    const segment = startOf(newTape, key) + 1;
    const innerPath = joinPath(path, length, segment, <u32>(endOf(newTape, key) - 1 - segment));
    pushAdd(innerPath, joinedLength, key + 1);
  }
  if (count == mark) pushAdd(path, length, newNode);
  else merge(mark, path, length, newNode);
}

/** Replaces the operations from `mark` on by one that sets the whole component, where that is smaller. */
function merge(mark: i32, path: usize, length: u32, newNode: i32): void {
  const bytes = bytesUpTo(count) - bytesUpTo(mark);
  const frame = <u32>ADD_FRAME_BYTES + length;
  if (frame > bytes) return;
  const whole = frame + compactSize(newNode, bytes - frame + 1);
  if (whole > bytes || (whole == bytes && count - mark == 1)) return;
  truncate(mark);
  pushAdd(path, length, newNode);
}

/** Writes the operations, if they fit. Returns how many there are, or -1 where the lines are left to the host. */
export function written(out: usize, capacity: u32): i32 {
  patchBytes = bytesUpTo(count);
  if (isLeft || patchBytes > capacity) return -1;
  writePatch(out);
  return count;
}

/**
 * Writes the operations between the records of two lines of a family. Returns how many there are, 0
 * where the records are the same by value; -1 where it is left to the host.
 */
export function patchOf(oldWords: usize, newWords: usize, family: i32, out: usize, capacity: u32): i32 {
  setPair(oldWords, newWords);
  clearPatch();
  readRecord(oldWords, family);
  const oldPath = pathStart;
  const oldLength = pathLength;
  const oldValue = valueNode;
  readRecord(newWords, family);
  if (isLeft || oldLength != pathLength || !sameBytes(oldPath, pathStart, pathLength)) return -1;
  if (sameSpan(oldValue, valueNode)) return 0;
  compareMembers(family, oldValue, valueNode, pathStart, pathLength, 0);
  return written(out, capacity);
}

/** Writes the operation that adds the record of one line. Returns 1, or -1 where it is left to the host. */
export function additionOf(words: usize, family: i32, out: usize, capacity: u32): i32 {
  setPair(words, words);
  clearPatch();
  readRecord(words, family);
  if (isLeft) return -1;
  pushAdd(pathStart, pathLength, valueNode);
  return written(out, capacity);
}
