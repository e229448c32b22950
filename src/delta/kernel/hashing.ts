const PRIME_1 = 0x9e3779b1 | 0;
const PRIME_2 = 0x85ebca77 | 0;
const PRIME_3 = 0xc2b2ae3d | 0;
const PRIME_4 = 0x27d4eb2f | 0;
const PRIME_5 = 0x165667b1 | 0;

/** Spreads every bit of a word over all of it. */
export function mix(word: number): number {
  let h = word ^ (word >>> 15);
  h = Math.imul(h, PRIME_2);
  h ^= h >>> 13;
  h = Math.imul(h, PRIME_3);
  return h ^ (h >>> 16);
}

/** One step of a lane: multiply, rotate, multiply. */
function round(lane: number, word: number): number {
  const h = (lane + Math.imul(word, PRIME_2)) | 0;
  return Math.imul((h << 13) | (h >>> 19), PRIME_1);
}

/**
 * A 64-bit hash of `bytes[start, end)`, sixteen bytes at a time in four lanes that do not wait for each other.
 *
 * @param view a view of the same memory as `bytes`
 */
export function hashBytes(
  view: DataView,
  start: number,
  end: number,
  seed: number,
  into: { low: number; high: number },
): void {
  let a = (seed + PRIME_1 + PRIME_2) | 0;
  let b = (seed + PRIME_2) | 0;
  let c = seed;
  let d = (seed - PRIME_1) | 0;
  let at = start;
  for (const last = end - 16; at <= last; at += 16) {
    a = round(a, view.getInt32(at, true));
    b = round(b, view.getInt32(at + 4, true));
    c = round(c, view.getInt32(at + 8, true));
    d = round(d, view.getInt32(at + 12, true));
  }
  for (; at < end; at++) a = round(a, view.getUint8(at) + PRIME_5);
  const length = end - start;
  into.low = mix((a + Math.imul(b, PRIME_4) + mix(c ^ length) + Math.imul(d, PRIME_3)) | 0);
  into.high = mix(
    (Math.imul(a, PRIME_5) + mix(b + seed) + Math.imul(c, PRIME_2) + mix(d ^ Math.imul(length, PRIME_1))) | 0,
  );
}
