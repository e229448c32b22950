// Hashes of values that do not depend on how they are spelled; ../../value-hash.ts makes the same ones.
import { decode } from '../../../../../base/json/kernel/assembly/parts/decode';
import {
  ARRAY, endOf, ESCAPED_STRING, kindOf, nextOf, NUMBER, OBJECT, startOf, STRING,
} from '../../../../../base/json/kernel/assembly/parts/tape';
import { END_BYTES, FNV_BASIS, FNV_PRIME, MAX_READ_BYTES, STRIDE } from './layout';

const ZERO: u8 = 0x30;
const POINT: u8 = 0x2e;
const LETTER_E: u8 = 0x65;
const DECODED = memory.data(MAX_READ_BYTES, 16);

/** So that every bit depends on all. */
export function mixed(hash: u32): u32 {
  let bits = (hash ^ (hash >> 16)) * 0x85ebca6b;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35;
  return bits ^ (bits >> 16);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function step(hash: u32, byte: u8): u32 {
  return (hash ^ <u32>byte) * <u32>FNV_PRIME;
}

/** FNV-1a of the bytes of a text, mixed. */
export function hashOfBytes(start: usize, end: usize): u32 {
  const length = end - start;
  let hash = <u32>FNV_BASIS ^ <u32>length;
  let at = start;
  if (length > 2 * END_BYTES) {
    for (const head = start + END_BYTES; at < head; at++) hash = step(hash, load<u8>(at));
    for (const tail = end - END_BYTES; at < tail; at += STRIDE) hash = step(hash, load<u8>(at));
    at = end - END_BYTES;
  }
  for (; at < end; at++) hash = step(hash, load<u8>(at));
  return mixed(hash);
}

/** The bytes that a string stands for. */
export let textStart: usize = 0;
export let textEnd: usize = 0;

export function readText(tape: usize, node: i32): void {
  textStart = startOf(tape, node) + 1;
  textEnd = endOf(tape, node) - 1;
  if (kindOf(tape, node) != ESCAPED_STRING) return;
  textEnd = DECODED + decode(textStart, textEnd, DECODED);
  textStart = DECODED;
}

/** UTF-16 units of well-formed UTF-8. */
export function unitsOf(start: usize, end: usize): i32 {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    units += i32((byte & 0xc0) != 0x80) + i32(byte >= 0xf0);
  }
  return units;
}

/** `12.50` is `12.5`, and `12.0` is `12`; a number with an exponent is as it is written. */
function hashOfNumber(start: usize, end: usize): u32 {
  let point: usize = 0;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    if ((byte | 0x20) == LETTER_E) return hashOfBytes(start, end);
    if (byte == POINT) point = at;
  }
  let to = end;
  if (point > 0) {
    while (load<u8>(to - 1) == ZERO) to--;
    if (to - 1 == point) to--;
  }
  return hashOfBytes(start, to);
}

function membersOf(tape: usize, node: i32, stride: i32): i32 {
  let count = 0;
  const end = nextOf(tape, node);
  for (let child = node + 1; child < end; child = nextOf(tape, child + stride)) count++;
  return count;
}

/** Of a text or number itself; of anything else, of what it holds in its order. */
export function hashOfValue(tape: usize, node: i32): u32 {
  const kind = kindOf(tape, node);
  if (kind == STRING || kind == ESCAPED_STRING) {
    readText(tape, node);
    return hashOfBytes(textStart, textEnd);
  }
  if (kind == NUMBER) return hashOfNumber(startOf(tape, node), endOf(tape, node));
  if (kind != OBJECT && kind != ARRAY) return mixed(<u32>kind);
  const end = nextOf(tape, node);
  let hash: u32 = <u32>FNV_BASIS;
  for (let inner = node; inner < end; inner++) {
    const innerKind = kindOf(tape, inner);
    const own =
      innerKind == OBJECT || innerKind == ARRAY
        ? <u32>membersOf(tape, inner, innerKind == OBJECT ? 1 : 0) * 16 + <u32>innerKind
        : hashOfValue(tape, inner);
    hash = mixed((hash ^ own) * <u32>FNV_PRIME);
  }
  return hash;
}
