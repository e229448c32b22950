import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { sipHash } from './siphash';

const QUOTE: u8 = 0x22;
const SLASH: u8 = 0x2f;
const BACKSLASH: u8 = 0x5c;
const TILDE: u8 = 0x7e;
const VECTOR: usize = 16;

/** The fingerprint that was found last. */
export let idHash: u64 = 0;
/** Which bits of fingerprints count: all of them, unless ids are meant to collide. */
export let idMask: u64 = 0xffffffffffffffff;

/** The first byte from `at` on that no plain id has, `end` at the latest. */
@inline
function plainEnd(start: usize, end: usize): usize {
  for (let at = start; at < end; at += VECTOR) {
    const bytes = v128.load(at);
    const marks = v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH)));
    const others = v128.or(i8x16.eq(bytes, i8x16.splat(SLASH)), i8x16.eq(bytes, i8x16.splat(TILDE)));
    const specials = i8x16.bitmask(v128.or(v128.or(marks, others), i8x16.lt_u(bytes, i8x16.splat(0x20))));
    if (specials != 0) return min(at + ctz(specials), end);
  }
  return end;
}

/** Fingerprint of the id that is behind the prefix; false where it is not spelled plainly. */
export function identify(start: usize, end: usize, prefix: usize, prefixLength: usize): bool {
  if (prefixLength == 0 || end - start <= prefixLength || !sameBytes(start, prefix, prefixLength)) return false;
  const from = start + prefixLength;
  const to = plainEnd(from, end);
  if (to == end || load<u8>(to) != QUOTE) return false;
  idHash = fingerprintOf(from, to);
  return true;
}

/** Fingerprint of an id by all its bytes; 0 is none: it stands for no id in tables. */
@inline
export function fingerprintOf(start: usize, end: usize): u64 {
  const id = sipHash(start, end) & idMask;
  return id == 0 ? 1 : id;
}
