// Where the record is in a line, as src/catalog/delta/record/record-line.ts has it. Lines in an unusual spelling are left to the
// host, as are those that are no record.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { endOf, kindOf, nextOf, OBJECT, STRING, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { isWord } from '../../../../../base/json/kernel/assembly/parts/words';
import { ITEM_SHAPE } from './layout';
import { isCanonical, leave } from './work';

/** `/products/`, `/items/` */
const PRODUCTS = memory.data<u8>([0x2f, 0x70, 0x72, 0x6f, 0x64, 0x75, 0x63, 0x74, 0x73, 0x2f]);
const ITEMS = memory.data<u8>([0x2f, 0x69, 0x74, 0x65, 0x6d, 0x73, 0x2f]);
const SLASH: u8 = 0x2f;
const TILDE: u8 = 0x7e;

/** The path and the value of the record that was read last. */
export let pathStart: usize = 0;
export let pathLength: u32 = 0;
export let valueNode: i32 = -1;

let opNode: i32 = -1;
let pathNode: i32 = -1;

/** Notes a member of the operation; one that came before is left to the host. */
function noteMember(tape: usize, key: i32): void {
  if (isWord(tape, key, 'op')) {
    if (opNode >= 0) leave();
    opNode = key + 1;
  } else if (isWord(tape, key, 'path')) {
    if (pathNode >= 0) leave();
    pathNode = key + 1;
  } else if (isWord(tape, key, 'value')) {
    if (valueNode >= 0) leave();
    valueNode = key + 1;
  }
}

/** A family and an id, nothing escaped but in the canonical spelling. */
function hasPlainPath(tape: usize, family: i32): bool {
  if (pathNode < 0 || kindOf(tape, pathNode) != STRING) return false;
  pathStart = startOf(tape, pathNode) + 1;
  pathLength = <u32>(endOf(tape, pathNode) - 1 - pathStart);
  const front: u32 = family == ITEM_SHAPE ? 7 : 10;
  if (pathLength <= front || !sameBytes(pathStart, family == ITEM_SHAPE ? ITEMS : PRODUCTS, front)) return false;
  for (let at = front; !isCanonical && at < pathLength; at++) {
    const byte = load<u8>(pathStart + at);
    if (byte == SLASH || byte == TILDE) return false;
  }
  return true;
}

/** Finds the path and the value of a line's record, which is of the family that has this shape. */
export function readRecord(tape: usize, family: i32): void {
  opNode = -1;
  pathNode = -1;
  valueNode = -1;
  if (kindOf(tape, 0) != OBJECT) return leave();
  const end = nextOf(tape, 0);
  for (let key = 1; key < end; key = nextOf(tape, key + 1)) {
    if (kindOf(tape, key) != STRING) return leave();
    noteMember(tape, key);
  }
  const isAdd = opNode >= 0 && isWord(tape, opNode, 'add');
  const isUsual = isAdd && hasPlainPath(tape, family) && valueNode >= 0 && kindOf(tape, valueNode) == OBJECT;
  if (!isUsual) leave();
}
