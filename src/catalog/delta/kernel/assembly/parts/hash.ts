// A keyed hash of lines. For two different lines that were written without knowing the key, the chance of one hash is at most
// 2^-63: at most 2^-64 that the sums of NH are the same (a theorem: Krovetz, RFC 4418, section 6.1; lines of different lengths
// differ in the length), and 2^-64 that SipHash, as a random function, gives one value for different sums.
import { MAX_LINE_BYTES, NH_BLOCK_BYTES, NH_SHIFT_BYTES } from './layout';
import { sipHash } from './siphash';

/** Bytes of a line that NH takes at a time: eight words, which make four products. */
const STEP: usize = 32;
/** Where the host puts the key of NH. */
export const NH_KEY = memory.data(NH_BLOCK_BYTES + NH_SHIFT_BYTES, 16);
const TAIL = memory.data(32, 16);
/** Input of SipHash: the length of a line, and of each block two sums. */
const SUMS_BYTES: usize = 16;
const SUMS = memory.data(8 + (MAX_LINE_BYTES / NH_BLOCK_BYTES) * 16 + 8, 16);

@inline
function addProducts(sum: v128, first: v128, second: v128, key: usize): v128 {
  const a = i32x4.add(first, v128.load(key));
  const b = i32x4.add(second, v128.load(key, 16));
  return i64x2.add(sum, i64x2.add(i64x2.extmul_low_i32x4_u(a, b), i64x2.extmul_high_i32x4_u(a, b)));
}

@inline
function total(sums: v128): u64 {
  return i64x2.extract_lane(sums, 0) + i64x2.extract_lane(sums, 1);
}

/**
 * NH (RFC 4418, section 5.2.2) of a block, filled up with zeros to whole steps: two sums at `to`, the second one under the key
 * that begins 16 bytes later.
 */
export function sumBlock(start: usize, end: usize, to: usize): void {
  let sums = i64x2.splat(0);
  let shifted = i64x2.splat(0);
  let at = start;
  let key = NH_KEY;
  for (; at + STEP <= end; at += STEP) {
    const first = v128.load(at);
    const second = v128.load(at, 16);
    sums = addProducts(sums, first, second, key);
    shifted = addProducts(shifted, first, second, key + NH_SHIFT_BYTES);
    key += STEP;
  }
  if (at < end) {
    memory.fill(TAIL, 0, STEP);
    memory.copy(TAIL, at, end - at);
    const first = v128.load(TAIL);
    const second = v128.load(TAIL, 16);
    sums = addProducts(sums, first, second, key);
    shifted = addProducts(shifted, first, second, key + NH_SHIFT_BYTES);
  }
  store<u64>(to, total(sums));
  store<u64>(to, total(shifted), 8);
}

/** The hash of a line: SipHash of its length and the sums of its blocks. */
export function hashOf(start: usize, end: usize): u64 {
  let to = SUMS;
  store<u64>(to, <u64>(end - start));
  to += 8;
  for (let at = start; at < end; at += NH_BLOCK_BYTES) {
    sumBlock(at, min(at + <usize>NH_BLOCK_BYTES, end), to);
    to += SUMS_BYTES;
  }
  return sipHash(SUMS, to);
}
