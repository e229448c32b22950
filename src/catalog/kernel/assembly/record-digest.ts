// Sums up what records hold, as 128 bits that do not depend on the order in which records come, go and come back. Two
// spellings of the same record (order of keys, white space, escapes, 1 and 1.0) give the same sum. It tells states
// apart by accident, not against somebody who looks for two with the same sum. Compiled from AssemblyScript;
// record-digest.ts is its caller.
//
// The id of a record is at input() and its JSON text, which is valid, right behind it.

import { decode } from '../../../base/json/kernel/assembly/parts/decode';

const PAGE_BYTES: usize = 65536;
/** Bytes that are read behind the last one, eight at a time. */
const MARGIN_BYTES: usize = 64;

/** Kinds of hashed values: "1" is not 1. */
const STRING: u64 = 0x5bd1e9955bd1e995;
const NUMBER: u64 = 0x2127599bf4325c37;
const NEGATIVE: u64 = 0x880355f21e6d1965;
const ARRAY: u64 = 0x27d4eb2f165667c5;
const OBJECT: u64 = 0x165667b19e3779f9;

const FACTOR_A: u64 = 0x9e3779b185ebca87;
const FACTOR_B: u64 = 0xc2b2ae3d27d4eb4f;

/** The digest so far, in two halves; set by the host. */
export let sumA: u64 = 0;
export let sumB: u64 = 0;

/** Hash of the value read last. */
let hashA: u64 = 0;
let hashB: u64 = 0;

let roomBytes: usize = 0;
/** Where decoded strings and the digits of numbers are put together. */
let scratch: usize = 0;
/** Where the text is read, and where it ends. */
let place: usize = 0;
let textEnd: usize = 0;

@inline
function spread(hash: u64): u64 {
  let bits = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93;
  bits = (bits ^ (bits >> 32)) * 0xd6e8feb86659fd93;
  return bits ^ (bits >> 32);
}

/** Takes one more word into the hash. */
@inline
function take64(word: u64): void {
  hashA = (rotl(hashA, 27) ^ word) * FACTOR_A;
  hashB = (rotl(hashB, 31) ^ word) * FACTOR_B;
}

@inline
function begin(kind: u64): void {
  hashA = kind;
  hashB = ~kind;
}

@inline
function end(): void {
  hashA = spread(hashA);
  hashB = spread(hashB);
}

function hashBytes(start: usize, length: usize, kind: u64): void {
  begin(kind ^ <u64>length);
  let at = start;
  let left = length;
  for (; left >= 8; left -= 8, at += 8) take64(load<u64>(at));
  if (left > 0) take64(load<u64>(at) << (64 - 8 * <u64>left));
  end();
}

/** The next byte that is not white space. */
@inline
function peek(): u8 {
  while (load<u8>(place) == 0x20 || load<u8>(place) - 9 < 5) place++;
  return load<u8>(place);
}

/** Takes one punctuation mark, or stays. */
@inline
function take(mark: u8): bool {
  if (peek() != mark) return false;
  place++;
  return true;
}

/** The string whose opening quote is at `at`, sixteen bytes a step. */
function string(): void {
  const start = place + 1;
  let hasEscapes = false;
  let at = start;
  while (at < textEnd) {
    const bytes = v128.load(at);
    const marks = i8x16.bitmask(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
    );
    if (marks == 0) {
      at += 16;
      continue;
    }
    at += ctz(marks);
    if (load<u8>(at) == 0x22) break;
    hasEscapes = true;
    at += 2;
  }
  place = at + 1;
  if (hasEscapes) hashBytes(scratch, decode(start, at, scratch), STRING);
  else hashBytes(start, at - start, STRING);
}

/** A number by its digits without zeros around them, and the power of ten of the last: 12, 12.0 and 1.2e1 agree. */
function number(): void {
  let at = place;
  let kind = NUMBER;
  if (load<u8>(at) == 0x2d) {
    kind = NEGATIVE;
    at++;
  }
  let count: usize = 0;
  let power: i64 = 0;
  let isFraction = false;
  for (; ; at++) {
    const byte = load<u8>(at);
    if (byte == 0x2e) {
      isFraction = true;
      continue;
    }
    if (byte < 0x30 || byte > 0x39) break;
    if (isFraction) power--;
    if (count > 0 || byte != 0x30) store<u8>(scratch + count++, byte);
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    const isNegative = load<u8>(at) == 0x2d;
    if (isNegative || load<u8>(at) == 0x2b) at++;
    let exponent: i64 = 0;
    for (; load<u8>(at) >= 0x30 && load<u8>(at) <= 0x39; at++) exponent = exponent * 10 + (load<u8>(at) - 0x30);
    power += isNegative ? -exponent : exponent;
  }
  for (; count > 0 && load<u8>(scratch + count - 1) == 0x30; count--) power++;
  place = at;
  hashBytes(scratch, count, count == 0 ? NUMBER : kind);
  if (count == 0) return;
  take64(<u64>power);
  end();
}

/** A word: true, false, null. */
function word(length: usize): void {
  hashBytes(place, length, ARRAY ^ OBJECT);
  place += length;
}

function value(): void {
  const byte = peek();
  if (byte == 0x22) string();
  else if (byte == 0x7b) object();
  else if (byte == 0x5b) array();
  else if (byte == 0x74 || byte == 0x6e) word(4);
  else if (byte == 0x66) word(5);
  else number();
}

function array(): void {
  place++;
  let a = ARRAY;
  let b = ~ARRAY;
  if (!take(0x5d)) {
    do {
      value();
      a = (rotl(a, 27) ^ hashA) * FACTOR_A;
      b = (rotl(b, 31) ^ hashB) * FACTOR_B;
    } while (take(0x2c));
    take(0x5d);
  }
  hashA = spread(a);
  hashB = spread(b);
}

/** The members are added up: their order makes no difference. */
function object(): void {
  place++;
  let a = OBJECT;
  let b = ~OBJECT;
  if (!take(0x7d)) {
    do {
      peek();
      string();
      const keyA = hashA;
      const keyB = hashB;
      take(0x3a);
      value();
      a += spread((rotl(keyA, 27) ^ hashA) * FACTOR_A);
      b += spread((rotl(keyB, 31) ^ hashB) * FACTOR_B);
    } while (take(0x2c));
    take(0x7d);
  }
  hashA = spread(a);
  hashB = spread(b);
}

function hashRecord(idLength: usize, jsonLength: usize): void {
  const start = __heap_base;
  textEnd = start + idLength + jsonLength;
  store<u64>(textEnd, 0);
  hashBytes(start, idLength, STRING);
  const idA = hashA;
  const idB = hashB;
  place = start + idLength;
  value();
  hashA = spread((rotl(idA, 27) ^ hashA) * FACTOR_A);
  hashB = spread((rotl(idB, 31) ^ hashB) * FACTOR_B);
}

/** Where an id and its record are to be written, `bytes` long together. The memory may move: look at it anew. */
export function input(bytes: usize): usize {
  if (bytes > roomBytes || scratch == 0) {
    roomBytes = bytes;
    scratch = __heap_base + bytes + MARGIN_BYTES;
    const pages = (scratch + bytes + MARGIN_BYTES + PAGE_BYTES - 1) / PAGE_BYTES;
    const more = <i32>pages - memory.size();
    if (more > 0 && memory.grow(more) < 0) unreachable();
  }
  return __heap_base;
}

export function add(idLength: usize, jsonLength: usize): void {
  hashRecord(idLength, jsonLength);
  sumA += hashA;
  sumB += hashB;
}

export function subtract(idLength: usize, jsonLength: usize): void {
  hashRecord(idLength, jsonLength);
  sumA -= hashA;
  sumB -= hashB;
}
