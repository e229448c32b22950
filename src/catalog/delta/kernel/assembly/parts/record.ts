// Where the record is in a line, as src/catalog/delta/record/record-line.ts has it. Lines in an unusual spelling are left to the
// host, as are those that are no record.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { endOf, kindOf, nextOf, OBJECT, STRING, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { ITEM_SHAPE } from './layout';
import { isCanonical, leave } from './work';

/** `add`, `/products/`, `/items/` */
const ADD = memory.data<u8>([0x61, 0x64, 0x64]);
const PRODUCTS = memory.data<u8>([0x2f, 0x70, 0x72, 0x6f, 0x64, 0x75, 0x63, 0x74, 0x73, 0x2f]);
const ITEMS = memory.data<u8>([0x2f, 0x69, 0x74, 0x65, 0x6d, 0x73, 0x2f]);
const SLASH: u8 = 0x2f;
const TILDE: u8 = 0x7e;

/** The words `path`, and the ends of `value`: all keys of an operation are told by their length and four bytes. */
const WORD_PATH: u32 = 0x68746170;
const WORD_VALU: u32 = 0x756c6176;
const WORD_OP: u16 = 0x706f;

/** The path and the value of the record that was read last. */
export let pathStart: usize = 0;
export let pathLength: u32 = 0;
export let valueNode: i32 = -1;

let opNode: i32 = -1;
let pathNode: i32 = -1;

/** Notes a member of the operation; one that came before is left to the host. */
function noteMember(start: usize, length: usize, value: i32): void {
  if (length == 2 && load<u16>(start) == WORD_OP) {
    if (opNode >= 0) leave();
    opNode = value;
  } else if (length == 4 && load<u32>(start) == WORD_PATH) {
    if (pathNode >= 0) leave();
    pathNode = value;
  } else if (length == 5 && load<u32>(start) == WORD_VALU && load<u8>(start, 4) == 0x65) {
    if (valueNode >= 0) leave();
    valueNode = value;
  }
}

function isAdd(tape: usize): bool {
  if (opNode < 0 || kindOf(tape, opNode) != STRING) return false;
  const start = startOf(tape, opNode) + 1;
  return endOf(tape, opNode) - 1 - start == 3 && sameBytes(start, ADD, 3);
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
    const start = startOf(tape, key) + 1;
    noteMember(start, endOf(tape, key) - 1 - start, key + 1);
  }
  const isUsual = isAdd(tape) && hasPlainPath(tape, family) && valueNode >= 0 && kindOf(tape, valueNode) == OBJECT;
  if (!isUsual) leave();
}
