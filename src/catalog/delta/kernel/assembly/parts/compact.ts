// Values of the new line in their shortest spelling. Strings with escapes that they need not have, and objects that
// `isPlainObject` does not know, are left to the host.
import { ARRAY, ESCAPED_STRING, endOf, kindOf, nextOf, OBJECT, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { isPlainObject } from './members';
import { leave, newTape } from './work';

const COMMA: u8 = 0x2c;
const COLON: u8 = 0x3a;
const OPEN_BRACKET: u8 = 0x5b;
const CLOSE_BRACKET: u8 = 0x5d;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;

const BACKSLASH: u8 = 0x5c;

/** Has a string no escapes but `\"`, `\\` and those of control characters that have a letter? */
function isShortest(start: usize, end: usize): bool {
  for (let at = start; at < end; at++) {
    if (load<u8>(at) != BACKSLASH) continue;
    const letter = load<u8>(++at);
    if (letter == 0x75 || letter == 0x2f) return false;
  }
  return true;
}

/** Bytes of a node without white space between its tokens. Counts no further than `enough`. */
export function compactSize(node: i32, enough: u32 = u32.MAX_VALUE): u32 {
  const end = nextOf(newTape, node);
  let size: u32 = 0;
  for (let at = node; at < end; at++) {
    if (size > enough) break;
    const kind = kindOf(newTape, at);
    const isUnusual =
      kind == ESCAPED_STRING
        ? !isShortest(startOf(newTape, at), endOf(newTape, at))
        : kind == OBJECT && !isPlainObject(newTape, at);
    if (isUnusual) leave();
    if (kind == OBJECT || kind == ARRAY) size += nextOf(newTape, at) > at + 1 ? 2 : 3;
    else size += <u32>(endOf(newTape, at) - startOf(newTape, at)) + 1;
  }
  // a separator less than there are children
  return size - 1;
}

/** Writes a node whose size is known; returns where it ends. */
export function writeCompact(node: i32, size: u32, to: usize): usize {
  const start = startOf(newTape, node);
  const length = endOf(newTape, node) - start;
  if (length != size) return writeTokens(node, to);
  memory.copy(to, start, length);
  return to + length;
}

function writeTokens(node: i32, to: usize): usize {
  const kind = kindOf(newTape, node);
  if (kind == OBJECT || kind == ARRAY) return writeContainer(node, kind == OBJECT, to);
  const start = startOf(newTape, node);
  const length = endOf(newTape, node) - start;
  memory.copy(to, start, length);
  return to + length;
}

function writeContainer(node: i32, isObject: bool, to: usize): usize {
  const end = nextOf(newTape, node);
  store<u8>(to++, isObject ? OPEN_BRACE : OPEN_BRACKET);
  for (let child = node + 1; child < end; child = nextOf(newTape, child)) {
    if (child > node + 1) store<u8>(to++, COMMA);
    if (isObject) {
      to = writeTokens(child++, to);
      store<u8>(to++, COLON);
    }
    to = writeTokens(child, to);
  }
  store<u8>(to++, isObject ? CLOSE_BRACE : CLOSE_BRACKET);
  return to;
}
