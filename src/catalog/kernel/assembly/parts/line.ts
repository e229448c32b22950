// The line that is checked, and its nodes on the tape.
import { ARRAY, ESCAPED_STRING, endOf, kindOf, nextOf, OBJECT, STRING, startOf } from '../../../../base/json/kernel/assembly/parts/tape';
import { sameBytes } from '../../../../base/json/kernel/assembly/parts/bytes';
import { tokenize } from '../../../../base/json/kernel/assembly/parts/tokenize';

export const INPUT_BYTES: i32 = 262144;
export const INPUT: usize = memory.data(262144 + 64, 16);
/** A line of more nodes is left to the full check. */
const TAPE_NODES: i32 = 65536;
export const TAPE: usize = memory.data(65536 * 16, 16);
/** Keys of an object are compared in pairs: with more, the line is left to the full check. */
const MAX_KEYS: i32 = 64;

/** Reads the line strictly; false where it is no JSON. */
export function readLine(length: i32): bool {
  return tokenize(INPUT, INPUT + length, TAPE, TAPE_NODES) > 0;
}

@inline
export function kind(node: i32): i32 {
  return kindOf(TAPE, node);
}

@inline
export function next(node: i32): i32 {
  return nextOf(TAPE, node);
}

/** Of a string, behind its quote; of anything else, of itself. */
@inline
export function textStart(node: i32): usize {
  return startOf(TAPE, node) + 1;
}

/** Of a string, without its quotes. */
@inline
export function textLength(node: i32): i32 {
  return <i32>(endOf(TAPE, node) - startOf(TAPE, node)) - 2;
}

@inline
export function isString(node: i32): bool {
  return kind(node) == STRING || kind(node) == ESCAPED_STRING;
}

@inline
export function isObject(node: i32): bool {
  return kind(node) == OBJECT;
}

@inline
export function isArray(node: i32): bool {
  return kind(node) == ARRAY;
}

/** Have the objects of a value no escaped keys, and none twice? */
export function isPlain(node: i32): bool {
  const end = next(node);
  for (let inner = node; inner < end; inner++) if (isObject(inner) && !hasUniqueKeys(inner)) return false;
  return true;
}

export function hasUniqueKeys(object: i32): bool {
  const end = next(object);
  let count = 0;
  for (let key = object + 1; key < end; key = next(key + 1)) {
    if (kind(key) != STRING || ++count > MAX_KEYS) return false;
    for (let other = object + 1; other < key; other = next(other + 1)) {
      const length = textLength(key);
      if (textLength(other) == length && sameBytes(textStart(other), textStart(key), length)) return false;
    }
  }
  return true;
}
