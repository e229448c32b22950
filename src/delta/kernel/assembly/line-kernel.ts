// The inner loops of the diff, over linear memory. The host allocates everything from `heapStart` on; a pointer is an
// offset in the memory. Windows have 64 bytes to spare behind them, so that whole vectors can be read at their ends.
import { hashOf } from './parts/hash';
import { fingerprintOf, identify, idHash } from './parts/plain-id';

export { additionOf, patchBytes, patchOf } from './parts/differ';
export { matchBatches, matchedCount, pendingCount, setPendingCount } from './parts/match';
export { differingMembers } from './parts/members';
export { tokenize } from './parts/tokenize';

const NEWLINE: u8 = 0x0a;
/** Words for each line in a batch: start, end, next, known, id low and high, hash low and high. */
const BATCH_WORDS: usize = 8;
const VECTOR: usize = 16;
const STRIDE: usize = 64;

/** Bytes of both windows that the last `matchRun` passed over. */
export let matchedBytes: usize = 0;
/** Where the last `scanLines` stopped. */
export let scannedTo: usize = 0;
/** The hash that was computed last, in two words. */
export let resultLow: i32 = 0;
export let resultHigh: i32 = 0;

/** First byte that the host may use. */
export function heapStart(): usize {
  return __heap_base;
}

/** A bit for each of 16 bytes: is it this one? */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function maskOf(at: usize, byte: v128): i32 {
  return i8x16.bitmask(i8x16.eq(v128.load(at), byte));
}

/** The next newline from `at` on, or `end`. */
function newlineFrom(start: usize, end: usize): usize {
  const newline = i8x16.splat(NEWLINE);
  let at = start;
  while (at < end) {
    const any = v128.or(
      v128.or(i8x16.eq(v128.load(at), newline), i8x16.eq(v128.load(at, 16), newline)),
      v128.or(i8x16.eq(v128.load(at, 32), newline), i8x16.eq(v128.load(at, 48), newline)),
    );
    if (v128.any_true(any)) break;
    at += STRIDE;
  }
  while (at < end) {
    const mask = maskOf(at, newline);
    if (mask != 0) {
      const found = at + ctz(mask);
      return found < end ? found : end;
    }
    at += VECTOR;
  }
  return end;
}

/** The newline that ends the line at `start` and, `distance` on, one of the same bytes; 0 where there is none. */
function commonLineEnd(start: usize, end: usize, distance: usize): usize {
  const newline = i8x16.splat(NEWLINE);
  let at = start;
  while (at < end) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    const third = v128.load(at, 32);
    const fourth = v128.load(at, 48);
    const there = at + distance;
    const differs = v128.or(
      v128.or(v128.xor(first, v128.load(there)), v128.xor(second, v128.load(there, 16))),
      v128.or(v128.xor(third, v128.load(there, 32)), v128.xor(fourth, v128.load(there, 48))),
    );
    const ends = v128.or(
      v128.or(i8x16.eq(first, newline), i8x16.eq(second, newline)),
      v128.or(i8x16.eq(third, newline), i8x16.eq(fourth, newline)),
    );
    if (v128.any_true(v128.or(differs, ends))) break;
    at += STRIDE;
  }
  while (at < end) {
    const here = v128.load(at);
    const equal = i8x16.bitmask(i8x16.eq(here, v128.load(at + distance)));
    const before = equal == 0xffff ? 0xffff : (1 << ctz(~equal)) - 1;
    const ends = i8x16.bitmask(i8x16.eq(here, newline)) & before;
    if (ends != 0) {
      const found = at + ctz(ends);
      return found < end ? found : 0;
    }
    if (equal != 0xffff) return 0;
    at += VECTOR;
  }
  return 0;
}

/** See `LineKernel.matchRun`: returns how many lines there were; their fingerprints are at `found`. */
export function matchRun(
  startA: usize,
  startB: usize,
  length: usize,
  prefix: usize,
  prefixLength: usize,
  seed: u64,
  found: usize,
  capacity: i32,
): i32 {
  const distance = startB - startA;
  const limit = startA + length;
  let start = startA;
  let count = 0;
  while (count < capacity) {
    const end = commonLineEnd(start, limit, distance);
    if (end == 0 || !identify(start, end, prefix, prefixLength, seed)) break;
    store<u64>(found + (<usize>count << 3), idHash);
    count++;
    start = end + 1;
  }
  matchedBytes = start - startA;
  return count;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x0d || byte == 0x09;
}

/** See `LineKernel.scan`: returns how many lines there were; eight words for each are at `batch`. */
export function scanLines(
  start: usize,
  filled: usize,
  ended: bool,
  prefix: usize,
  prefixLength: usize,
  seed: u64,
  batch: usize,
  capacity: i32,
): i32 {
  let at = start;
  let count = 0;
  while (count < capacity && at < filled) {
    const newline = newlineFrom(at, filled);
    if (newline == filled && !ended) break;
    const next = newline < filled ? newline + 1 : filled;
    let end = newline;
    while (end > at && isBlank(load<u8>(end - 1))) end--;
    if (end > at) {
      const words = batch + (<usize>count * BATCH_WORDS << 2);
      store<u32>(words, <u32>at);
      store<u32>(words, <u32>end, 4);
      store<u32>(words, <u32>next, 8);
      store<u32>(words, identify(at, end, prefix, prefixLength, seed) ? 1 : 0, 12);
      store<u64>(words, idHash, 16);
      store<u64>(words, hashOf(at, end, seed), 24);
      count++;
    }
    at = next;
  }
  scannedTo = at;
  return count;
}

function giveResult(hash: u64): void {
  resultLow = <i32>hash;
  resultHigh = <i32>(hash >> 32);
}

/** Fingerprint of the id of one line; false where it is not spelled plainly. */
export function identifyLine(start: usize, end: usize, prefix: usize, prefixLength: usize, seed: u64): bool {
  const isPlain = identify(start, end, prefix, prefixLength, seed);
  giveResult(idHash);
  return isPlain;
}

/** Fingerprint of an id by all its bytes. */
export function fingerprint(start: usize, end: usize, seed: u64): void {
  giveResult(fingerprintOf(start, end, seed));
}

/** Hash of a range. */
export function hash(start: usize, end: usize, seed: u64): void {
  giveResult(hashOf(start, end, seed));
}
