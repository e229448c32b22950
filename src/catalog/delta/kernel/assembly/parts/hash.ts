const PRIME_1: u64 = 0x9e3779b185ebca87;
const PRIME_2: u64 = 0xc2b2ae3d27d4eb4f;
const PRIME_3: u64 = 0x165667b19e3779f9;
const PRIME_4: u64 = 0x85ebca77c2b2ae63;

/** Nobody who does not know it can prepare lines that collide. */
export let seed: u64 = 0;

export function setSeed(value: u64): void {
  seed = value;
}

/** Spreads every bit of a word over all of it. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function mix(word: u64): u64 {
  let h = word ^ (word >> 33);
  h *= PRIME_2;
  h ^= h >> 29;
  h *= PRIME_3;
  return h ^ (h >> 32);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function round(lane: u64, word: u64): u64 {
  return rotl(lane + word, 31) * PRIME_1;
}

/** A 64-bit hash of a range, 32 bytes at a time in four lanes that do not wait for each other. */
export function hashOf(start: usize, end: usize): u64 {
  let a = seed + PRIME_1;
  let b = seed + PRIME_2;
  let c = seed;
  let d = seed - PRIME_1;
  let at = start;
  while (at + 32 <= end) {
    a = round(a, load<u64>(at));
    b = round(b, load<u64>(at, 8));
    c = round(c, load<u64>(at, 16));
    d = round(d, load<u64>(at, 24));
    at += 32;
  }
  while (at + 8 <= end) {
    a = round(a, load<u64>(at));
    at += 8;
  }
  while (at < end) {
    b = round(b, load<u8>(at));
    at++;
  }
  const length: u64 = end - start;
  return mix(rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18) + length * PRIME_4);
}
