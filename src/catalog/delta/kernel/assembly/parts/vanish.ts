// Operations for a product that is in the old catalog only.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { endOf, FALSE, kindOf, nextOf, OBJECT, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { isPlainObject } from './members';
import { clearPatch, FALSE_NODE, joinPath, pushAdd, pushRemove, rootPath, UNAVAILABLE_NODE } from './patch';
import { pathLength, pathStart, readRecord, valueNode } from './record';
import { isLeft, leave, setPair } from './work';

/** `attributes`, `availability` */
const NAMES = memory.data<u8>([
  0x61, 0x74, 0x74, 0x72, 0x69, 0x62, 0x75, 0x74, 0x65, 0x73, 0x61, 0x76, 0x61, 0x69, 0x6c, 0x61, 0x62, 0x69, 0x6c, 0x69,
  0x74, 0x79,
]);
const AVAILABILITY: usize = NAMES + 10;

/** The value of an object's member; -1 where there is none. An object of unusual keys is left to the host. */
function memberOf(tape: usize, object: i32, name: usize, length: usize): i32 {
  if (object < 0 || kindOf(tape, object) != OBJECT) return -1;
  if (!isPlainObject(tape, object)) {
    leave();
    return -1;
  }
  const end = nextOf(tape, object);
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) {
    const start = startOf(tape, key) + 1;
    if (endOf(tape, key) - 1 - start == length && sameBytes(start, name, length)) return key + 1;
  }
  return -1;
}

/** Finds the operation that removes the record of a line. */
export function removeRecord(tape: usize, family: i32): void {
  setPair(tape, tape);
  clearPatch();
  readRecord(tape, family);
  if (!isLeft) pushRemove(rootPath(pathStart, pathLength));
}

/** Finds the operation that makes the record of a line unavailable: none if it is so already. */
export function disableRecord(tape: usize, family: i32): void {
  setPair(tape, tape);
  clearPatch();
  readRecord(tape, family);
  if (isLeft) return;
  const node = memberOf(tape, valueNode, NAMES, 10);
  const attributes = joinPath(rootPath(pathStart, pathLength), NAMES, 10);
  if (node >= 0 && kindOf(tape, node) != OBJECT) return pushAdd(attributes, UNAVAILABLE_NODE);
  const availability = memberOf(tape, node, AVAILABILITY, 12);
  if (availability >= 0 && kindOf(tape, availability) == FALSE) return;
  pushAdd(joinPath(attributes, AVAILABILITY, 12), FALSE_NODE);
}
