// The smallest operations that turn one record into another; docs/explanation/delta.md explains why nothing smaller exists.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { endOf, kindOf, nextOf, OBJECT, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { compactSize } from './compact';
import { sameNode } from './equal';
import { ADD_FRAME_BYTES } from './layout';
import { differingMembers, isPlainObject, pairsEnd, sameSpan } from './members';
import {
  bytesUpTo, clearPatch, count, joinPath, lengthOf, pushAdd, pushRemove, rootPath, truncate, writePatch,
} from './patch';
import { pathLength, pathStart, readRecord, valueNode } from './record';
import { isMap, LEAF, memberShape, NO_SHAPE } from './shapes';
import { bottom, isLeft, leave, newTape, oldTape, setPair, top } from './work';

/** Where the operations are that were written last, and their bytes. */
export let patchStart: usize = 0;
export let patchBytes: u32 = 0;

/** Is every change one operation, whether or not a larger one is smaller? */
export let isExplaining: bool = false;

function compareMembers(shape: i32, oldNode: i32, newNode: i32, path: usize): void {
  const mark = count;
  const pairs = differingMembers(oldTape, oldNode, newTape, newNode);
  if (pairs == 0) return leave();
  const end = pairsEnd;
  for (let pair = pairs; pair < end && !isLeft; pair += 8) {
    if (compareMember(shape, load<i32>(pair), load<i32>(pair, 4), path)) continue;
    truncate(mark);
    return pushAdd(path, newNode);
  }
  if (count > mark) merge(mark, path, newNode);
}

function memberPath(path: usize, tape: usize, key: i32): usize {
  const segment = startOf(tape, key) + 1;
  return joinPath(path, segment, <u32>(endOf(tape, key) - 1 - segment));
}

/** A member that is new, gone or of different bytes. False: it differs and has no own path. */
function compareMember(shape: i32, oldKey: i32, newKey: i32, path: usize): bool {
  const tape = newKey < 0 ? oldTape : newTape;
  const key = newKey < 0 ? oldKey : newKey;
  const inner = memberShape(shape, tape, key);
  if (inner == NO_SHAPE) return oldKey >= 0 && newKey >= 0 && sameNode(oldKey + 1, newKey + 1);
  const innerPath = memberPath(path, tape, key);
  if (newKey < 0) pushRemove(innerPath);
  else if (oldKey < 0) addNew(inner, newKey + 1, innerPath);
  else compare(inner, oldKey + 1, newKey + 1, innerPath);
  return true;
}

function compare(shape: i32, oldNode: i32, newNode: i32, path: usize): void {
  if (shape != LEAF && kindOf(oldTape, oldNode) == OBJECT && kindOf(newTape, newNode) == OBJECT) {
    compareMembers(shape, oldNode, newNode, path);
  } else if (!sameNode(oldNode, newNode)) pushAdd(path, newNode);
}

/** A component that was not there. A map comes into being with its first member: that alone may be smaller. */
function addNew(shape: i32, newNode: i32, path: usize): void {
  if (!isMap(shape) || kindOf(newTape, newNode) != OBJECT) return pushAdd(path, newNode);
  if (!isPlainObject(newTape, newNode)) return leave();
  const mark = count;
  const end = nextOf(newTape, newNode);
  for (let key = newNode + 1; key < end && !isLeft; key = nextOf(newTape, key + 1)) {
    if (memberShape(shape, newTape, key) == NO_SHAPE) {
      truncate(mark);
      return pushAdd(path, newNode);
    }
    pushAdd(memberPath(path, newTape, key), key + 1);
  }
  if (count == mark) pushAdd(path, newNode);
  else merge(mark, path, newNode);
}

/** Replaces the operations from `mark` on by one that sets the whole component, where that is smaller. */
function merge(mark: i32, path: usize, newNode: i32): void {
  const bytes = bytesUpTo(count) - bytesUpTo(mark);
  const frame = <u64>ADD_FRAME_BYTES + lengthOf(path);
  if (isExplaining || isLeft || frame > bytes) return;
  const enough = <u32>min<u64>(bytes - frame + 1, u32.MAX_VALUE);
  const whole = frame + compactSize(newNode, enough);
  if (whole > bytes || (whole == bytes && count - mark == 1)) return;
  truncate(mark);
  pushAdd(path, newNode);
}

/** Writes the operations behind others, or where there is room, if they fit. Returns how many there are; -1: left to the host. */
export function written(out: usize, capacity: usize): i32 {
  patchStart = out == 0 ? top : out;
  const bytes = bytesUpTo(count);
  if (isLeft || bytes > (out == 0 ? bottom - top : capacity)) return -1;
  patchBytes = <u32>bytes;
  writePatch(patchStart);
  return count;
}

/** Finds the operations between the records of two lines of a family; none where the records are the same by value. */
export function patchOf(oldWords: usize, newWords: usize, family: i32): void {
  setPair(oldWords, newWords);
  clearPatch();
  readRecord(oldWords, family);
  const oldPath = pathStart;
  const oldLength = pathLength;
  const oldValue = valueNode;
  readRecord(newWords, family);
  if (isLeft || oldLength != pathLength || !sameBytes(oldPath, pathStart, pathLength)) return leave();
  const isSame = sameSpan(oldWords, oldValue, newWords, valueNode);
  if (!isSame) compareMembers(family, oldValue, valueNode, rootPath(pathStart, pathLength));
}

/** Finds the operation that adds the record of one line. */
export function additionOf(words: usize, family: i32): void {
  setPair(words, words);
  clearPatch();
  readRecord(words, family);
  if (!isLeft) pushAdd(rootPath(pathStart, pathLength), valueNode);
}
