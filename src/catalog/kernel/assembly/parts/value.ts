// Reads any value, and sees to it that no object uses a key twice.

import { isFalse, isNull, isTrue, number, peek, Place, plainString, string, take, Text } from './text';

const MAX_DEPTH: i32 = 32;
/** Keys of an object are compared in pairs: with more, the line is left to the full check. */
const MAX_KEYS: i32 = 64;
/** Start and length of the keys of the objects that are open, by depth. */
const KEYS: usize = memory.data((32 + 8) * 64 * 8, 16);

/** Eight bytes a step; up to seven bytes behind either range are read, and do not count. */
export function sameBytes(a: usize, b: usize, length: i32): bool {
  let left = length;
  for (; left >= 8; left -= 8, a += 8, b += 8) if (load<u64>(a) != load<u64>(b)) return false;
  return left == 0 || (load<u64>(a) ^ load<u64>(b)) << (64 - 8 * <u64>left) == 0;
}

/** Notes the string read last as the next key of an object; false where the object has it already, or too many. */
export function addKey(depth: i32, count: i32): bool {
  if (count >= MAX_KEYS) return false;
  const keys = KEYS + <usize>depth * MAX_KEYS * 8;
  for (let key: i32 = 0; key < count; key++) {
    const entry = keys + <usize>key * 8;
    if (load<i32>(entry, 4) == Text.length && sameBytes(load<u32>(entry), Text.start, Text.length)) return false;
  }
  store<u32>(keys + <usize>count * 8, <u32>Text.start);
  store<i32>(keys + <usize>count * 8, Text.length, 4);
  return true;
}

/** Any value; `depth` counts the containers around it. */
export function value(depth: i32): bool {
  const byte = peek();
  if (byte == 0x22) return string();
  if (byte == 0x7b) return depth < MAX_DEPTH && object(depth);
  if (byte == 0x5b) return depth < MAX_DEPTH && array(depth);
  if (byte == 0x74) return isTrue();
  if (byte == 0x66) return isFalse();
  if (byte == 0x6e) return isNull();
  return number();
}

function array(depth: i32): bool {
  Place.at++;
  if (take(0x5d)) return true;
  do {
    if (!value(depth + 1)) return false;
  } while (take(0x2c));
  return take(0x5d);
}

function object(depth: i32): bool {
  Place.at++;
  if (take(0x7d)) return true;
  let count: i32 = 0;
  do {
    if (!plainString() || !addKey(depth, count++) || !take(0x3a) || !value(depth + 1)) return false;
  } while (take(0x2c));
  return take(0x7d);
}
