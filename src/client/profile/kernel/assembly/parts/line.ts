// The line that is read: its nodes, the members of its objects, and the texts of its values.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { decode } from '../../../../../base/json/kernel/assembly/parts/decode';
import {
  endOf, ESCAPED_STRING, FALSE, kindOf, NODE_SHIFT, nextOf, NULL, NUMBER, OBJECT, STRING, startOf, TRUE,
} from '../../../../../base/json/kernel/assembly/parts/tape';
import { tokenize } from '../../../../../base/json/kernel/assembly/parts/tokenize';
import { isWord, lettersOf } from '../../../../../base/json/kernel/assembly/parts/words';

/** In the place of a node that is missing; it reads as null. */
export const NOTHING: i32 = -1;
/** Keys are compared in pairs. */
const MAX_KEYS: i32 = 64;
/** A key that is a number below this comes first in an object of JavaScript, the least before all. */
const NO_INDEX: u64 = 0xffffffff;
const MAX_INDEX_DIGITS: usize = 10;
/** A number of more bytes may have more digits than a double keeps. */
const MAX_NUMBER_BYTES: usize = 15;
/** `0.000000`: JavaScript writes such numbers with an exponent. */
const TINY: u64 = 0x3030303030302e30;
const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;
/** In no UTF-8: ends a text in a container. */
const TEXT_END: u8 = 0xff;

export let tape: usize = 0;
/** Has the line something that is read right only as JSON.stringify spells it? */
export let isUnusual: bool = false;
/** The text that was read last. */
export let textStart: usize = 0;
export let textEnd: usize = 0;
/** Where texts are put that are not in the line as they are. */
let free: usize = 0;

/** Reads a line strictly; false where it is no JSON. */
export function readLine(start: usize, end: usize, nodes: usize, texts: usize): bool {
  tape = nodes + (1 << NODE_SHIFT);
  store<i32>(nodes, NULL);
  free = texts;
  isUnusual = false;
  return tokenize(start, end, tape, <i32>(end - start) / 2 + 4) > 0;
}

export function noteUnusual(): void {
  isUnusual = true;
}

/** The kind of a value: one for all strings, one for both booleans; NULL for what is empty, too. */
export function typeOf(node: i32): i32 {
  const kind = kindOf(tape, node);
  if (kind < STRING) return nextOf(tape, node) == node + 1 ? NULL : kind;
  if (kind <= ESCAPED_STRING) return endOf(tape, node) - startOf(tape, node) == 2 ? NULL : STRING;
  return kind == FALSE ? TRUE : kind;
}

/** Behind the members or elements of a container of this kind; 0 for anything else. */
@inline
export function endOfAll(node: i32, kind: i32): i32 {
  return kindOf(tape, node) == kind ? nextOf(tape, node) : 0;
}

/** Is a string this word? */
@inline
export function isWordAt(node: i32, word: string): bool {
  if (kindOf(tape, node) == ESCAPED_STRING) isUnusual = true;
  return isWord(tape, node, word);
}

/** The value of an object's member, of several the last; NOTHING where there is none, or no object. */
export function findMember(object: i32, name: string): i32 {
  let found = NOTHING;
  const end = endOfAll(object, OBJECT);
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) if (isWordAt(key, name)) found = key + 1;
  return found;
}

export let keyCount: i32 = 0;
let hasIndex: bool = false;

/** Notes keys that come twice, have escapes or are too many to be compared. The value that JavaScript has first, or NOTHING. */
export function readKeys(object: i32): i32 {
  let first = NOTHING;
  let least = NO_INDEX + 1;
  keyCount = 0;
  const end = endOfAll(object, OBJECT);
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) {
    if (++keyCount > MAX_KEYS || kindOf(tape, key) != STRING) isUnusual = true;
    const start = startOf(tape, key);
    const length = endOf(tape, key) - start;
    for (let other = object + 1; other < key && !isUnusual; other = nextOf(tape, other + 1)) {
      const at = startOf(tape, other);
      isUnusual = endOf(tape, other) - at == length && sameBytes(at, start, length);
    }
    const index = indexOf(start + 1, length - 2);
    if (index >= least) continue;
    least = index;
    first = key + 1;
  }
  hasIndex = least < NO_INDEX;
  return first;
}

function indexOf(start: usize, length: usize): u64 {
  if (length == 0 || length > MAX_INDEX_DIGITS || (length > 1 && load<u8>(start) == ZERO)) return NO_INDEX;
  let index: u64 = 0;
  for (let at = start; at < start + length; at++) {
    const digit = <u8>(load<u8>(at) - ZERO);
    if (digit > 9) return NO_INDEX;
    index = index * 10 + digit;
  }
  return min(index, NO_INDEX);
}

/** Puts bytes behind those before them. Vectors are written whole: what is behind is put later. */
function put(start: usize, end: usize): void {
  for (let at = start; at < end; at += 16) v128.store(free + (at - start), v128.load(at));
  free += end - start;
}

/** Finds the text of a node, the same for equal values: without escapes, a number as JavaScript writes it, of a container all nodes. */
export function readText(node: i32): void {
  const kind = kindOf(tape, node);
  textStart = startOf(tape, node);
  textEnd = endOf(tape, node);
  if (kind < STRING) {
    const start = free;
    const end = nextOf(tape, node);
    for (let inner = node; inner < end; inner++) putNode(inner);
    textStart = start;
    textEnd = free;
  } else if (kind <= ESCAPED_STRING) {
    textStart++;
    textEnd--;
    if (kind == STRING) return;
    const length = decode(textStart, textEnd, free);
    textStart = free;
    textEnd = free += length;
  } else if (kind == NUMBER) trimNumber();
}

/** Puts a node of a container: its kind, and how many nodes are in it, or its text. */
function putNode(node: i32): void {
  const kind = kindOf(tape, node);
  store<u8>(free++, kind == ESCAPED_STRING ? STRING : kind);
  if (kind < STRING) {
    readKeys(node);
    // JavaScript may have them in another order
    if (hasIndex && keyCount > 1) isUnusual = true;
    store<i32>(free, nextOf(tape, node) - node);
    free += 4;
  } else {
    readText(node);
    if (textEnd != free) put(textStart, textEnd);
    store<u8>(free++, TEXT_END);
  }
}

function trimNumber(): void {
  const digits = load<u8>(textStart) == MINUS ? textStart + 1 : textStart;
  let hasPoint = false;
  let isPlain = textEnd - textStart <= MAX_NUMBER_BYTES && load<u64>(digits) != TINY;
  for (let at = digits; at < textEnd; at++) {
    if (load<u8>(at) == POINT) hasPoint = true;
    else if (<u8>(load<u8>(at) - ZERO) > 9) isPlain = false;
  }
  if (!isPlain) return noteUnusual();
  if (hasPoint) while (load<u8>(textEnd - 1) == ZERO) textEnd--;
  if (load<u8>(textEnd - 1) == POINT) textEnd--;
  // JavaScript writes -0 as 0
  if (textEnd == digits + 1 && load<u8>(digits) == ZERO) textStart = digits;
}

/** Finds the name of the field that an attribute is. */
export function readField(key: i32, isOfVariant: bool): void {
  readText(key);
  if (!isOfVariant) return;
  const name = free;
  v128.store(name, lettersOf('variants.'));
  free += 9;
  put(textStart, textEnd);
  textStart = name;
  textEnd = free;
}

/** UTF-16 units of the text: characters of four bytes are two. */
export function countUnits(): i32 {
  let units = 0;
  for (let at = textStart; at < textEnd; at += 16) {
    const bytes = v128.load(at);
    const wanted = textEnd - at < 16 ? (1 << <i32>(textEnd - at)) - 1 : 0xffff;
    const leads = i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(-65)));
    const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<u8>0xf0)));
    units += popcnt(leads & wanted) + popcnt(pairs & wanted);
  }
  return units;
}
