// Do a node of the old line and one of the new line mean the same value? As src/base/json/equal.ts has it. Numbers with an
// exponent and objects that `isPlainObject` does not know are left to the host.
import { sameBytes } from './bytes';
import { decode } from './decode';
import { MAX_READ_BYTES } from './layout';
import { isPlainObject } from './members';
import { leave, newTape, oldTape } from './pair';
import { ARRAY, ESCAPED_STRING, endOf, kindOf, NUMBER, nextOf, OBJECT, STRING, startOf } from './tape';

/** Longer lines are not read here, and a string that is decoded gets no longer. */
const SPARE_BYTES = 64;
const OLD_TEXT = memory.data(MAX_READ_BYTES + SPARE_BYTES, 16);
const NEW_TEXT = memory.data(MAX_READ_BYTES + SPARE_BYTES, 16);

/** Are the nodes the same bytes? */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function sameSpan(oldNode: i32, newNode: i32): bool {
  const oldStart = startOf(oldTape, oldNode);
  const newStart = startOf(newTape, newNode);
  const length = endOf(oldTape, oldNode) - oldStart;
  return endOf(newTape, newNode) - newStart == length && sameBytes(oldStart, newStart, length);
}

/** Do nodes of different bytes, or of any, mean the same value? */
export function sameNode(oldNode: i32, newNode: i32): bool {
  if (sameSpan(oldNode, newNode)) return true;
  const kind = kindOf(oldTape, oldNode);
  const other = kindOf(newTape, newNode);
  if (kind == STRING || kind == ESCAPED_STRING) {
    return (other == ESCAPED_STRING || (kind == ESCAPED_STRING && other == STRING)) && sameString(oldNode, newNode);
  }
  if (kind != other) return false;
  if (kind == OBJECT) return sameObject(oldNode, newNode);
  if (kind == ARRAY) return sameItems(oldNode, newNode);
  return kind != NUMBER || sameNumber(oldNode, newNode);
}

/** Strings of which one has escapes at least. */
function sameString(oldNode: i32, newNode: i32): bool {
  let oldStart = startOf(oldTape, oldNode) + 1;
  let oldLength = endOf(oldTape, oldNode) - 1 - oldStart;
  let newStart = startOf(newTape, newNode) + 1;
  let newLength = endOf(newTape, newNode) - 1 - newStart;
  if (kindOf(oldTape, oldNode) == ESCAPED_STRING) {
    oldLength = decode(oldStart, oldStart + oldLength, OLD_TEXT);
    oldStart = OLD_TEXT;
  }
  if (kindOf(newTape, newNode) == ESCAPED_STRING) {
    newLength = decode(newStart, newStart + newLength, NEW_TEXT);
    newStart = NEW_TEXT;
  }
  return oldLength == newLength && sameBytes(oldStart, newStart, oldLength);
}

/** Where a number ends without the zeros at the end of its fraction: 12.50 as 12.5, 3.0 as 3. */
function shortEnd(start: usize, end: usize): usize {
  let hasPoint = false;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x2e) hasPoint = true;
    else if ((byte | 0x20) == 0x65) leave();
  }
  if (!hasPoint) return end;
  let last = end - 1;
  while (load<u8>(last) == 0x30) last--;
  return load<u8>(last) == 0x2e ? last : last + 1;
}

/** 0 or -0, shortened. */
function isZero(start: usize, length: usize): bool {
  return load<u8>(start + length - 1) == 0x30 && (length == 1 || (length == 2 && load<u8>(start) == 0x2d));
}

function sameNumber(oldNode: i32, newNode: i32): bool {
  const oldStart = startOf(oldTape, oldNode);
  const newStart = startOf(newTape, newNode);
  const oldLength = shortEnd(oldStart, endOf(oldTape, oldNode)) - oldStart;
  const newLength = shortEnd(newStart, endOf(newTape, newNode)) - newStart;
  if (oldLength == newLength && sameBytes(oldStart, newStart, oldLength)) return true;
  return isZero(oldStart, oldLength) && isZero(newStart, newLength);
}

function sameItems(oldArray: i32, newArray: i32): bool {
  const oldEnd = nextOf(oldTape, oldArray);
  const newEnd = nextOf(newTape, newArray);
  let oldItem = oldArray + 1;
  let newItem = newArray + 1;
  while (oldItem < oldEnd && newItem < newEnd) {
    if (!sameNode(oldItem, newItem)) return false;
    oldItem = nextOf(oldTape, oldItem);
    newItem = nextOf(newTape, newItem);
  }
  return oldItem >= oldEnd && newItem >= newEnd;
}

function memberCount(tape: usize, object: i32): i32 {
  const end = nextOf(tape, object);
  let count = 0;
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) count++;
  return count;
}

/** The key node of the new object that is spelled as an old one, `likely` first; -1 where there is none. */
function counterpart(oldKey: i32, newObject: i32, likely: i32): i32 {
  const end = nextOf(newTape, newObject);
  if (likely < end && sameSpan(oldKey, likely)) return likely;
  for (let key = newObject + 1; key < end; key = nextOf(newTape, key + 1)) {
    if (sameSpan(oldKey, key)) return key;
  }
  return -1;
}

function sameObject(oldObject: i32, newObject: i32): bool {
  if (!isPlainObject(oldTape, oldObject) || !isPlainObject(newTape, newObject)) {
    leave();
    return false;
  }
  if (memberCount(oldTape, oldObject) != memberCount(newTape, newObject)) return false;
  const end = nextOf(oldTape, oldObject);
  let likely = newObject + 1;
  for (let key = oldObject + 1; key < end; key = nextOf(oldTape, key + 1)) {
    const other = counterpart(key, newObject, likely);
    if (other < 0 || !sameNode(key + 1, other + 1)) return false;
    likely = nextOf(newTape, other + 1);
  }
  return true;
}
