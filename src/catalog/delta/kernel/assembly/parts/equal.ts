// Do a node of the old line and one of the new line mean the same value? Objects that `isPlainObject` does not know are left to
// the host.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { decode } from '../../../../../base/json/kernel/assembly/parts/decode';
import {
  ARRAY, ESCAPED_STRING, endOf, kindOf, NUMBER, nextOf, OBJECT, STRING, startOf,
} from '../../../../../base/json/kernel/assembly/parts/tape';
import { findMember, isPlainObject, listMembers, memberAt, memberCount, sameSpan } from './members';
import { sameNumber } from './same-number';
import { leave, newTape, oldTape, release, reserve, top } from './work';

/** Do nodes of different bytes, or of any, mean the same value? */
export function sameNode(oldNode: i32, newNode: i32): bool {
  if (sameSpan(oldTape, oldNode, newTape, newNode)) return true;
  const kind = kindOf(oldTape, oldNode);
  const other = kindOf(newTape, newNode);
  if (kind == STRING || kind == ESCAPED_STRING) {
    return (other == ESCAPED_STRING || (kind == ESCAPED_STRING && other == STRING)) && sameString(oldNode, newNode);
  }
  if (kind != other) return false;
  if (kind == OBJECT) return sameObject(oldNode, newNode);
  if (kind == ARRAY) return sameItems(oldNode, newNode);
  if (kind != NUMBER) return true;
  return sameNumber(
    startOf(oldTape, oldNode), endOf(oldTape, oldNode), startOf(newTape, newNode), endOf(newTape, newNode),
  );
}

/** The inside of a string, decoded where it has escapes: from `textStart` to `textEnd`. */
let textStart: usize = 0;
let textEnd: usize = 0;

function readText(tape: usize, node: i32): void {
  textStart = startOf(tape, node) + 1;
  textEnd = endOf(tape, node) - 1;
  if (kindOf(tape, node) != ESCAPED_STRING) return;
  // vectors are read whole
  const text = reserve(textEnd - textStart + 64);
  if (text == 0) return;
  textEnd = text + decode(textStart, textEnd, text);
  textStart = text;
}

/** Strings of which one has escapes at least. */
function sameString(oldNode: i32, newNode: i32): bool {
  const mark = top;
  readText(oldTape, oldNode);
  const oldStart = textStart;
  const length = textEnd - textStart;
  readText(newTape, newNode);
  release(mark);
  return textEnd - textStart == length && sameBytes(oldStart, textStart, length);
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

function sameObject(oldObject: i32, newObject: i32): bool {
  const list = listMembers(newTape, newObject);
  if (list == 0 || !isPlainObject(oldTape, oldObject)) {
    leave();
    return false;
  }
  const isSame = sameMembers(oldObject, list);
  release(list);
  return isSame;
}

function sameMembers(oldObject: i32, list: usize): bool {
  const end = nextOf(oldTape, oldObject);
  let count: u32 = 0;
  let likely: u32 = 0;
  for (let key = oldObject + 1; key < end; key = nextOf(oldTape, key + 1)) {
    const other = findMember(list, newTape, oldTape, key, likely);
    if (other < 0 || !sameNode(key + 1, memberAt(list, other) + 1)) return false;
    likely = <u32>other + 1;
    count++;
  }
  return count == memberCount(list);
}
