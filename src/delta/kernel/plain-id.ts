import { mix } from './hashing.ts';
import type { Hash } from './memory.ts';

const QUOTE = 0x22;

/** Bytes that an id may hold and still stand for itself: no quote, control character, backslash, slash, tilde. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
for (const special of '"\\/~') PLAIN[special.charCodeAt(0)] = 0;

/** Hash of `bytes[start, end)` for ids: short, so byte by byte. Returns where it stopped: at `end` or a special byte. */
function hashPlain(bytes: Uint8Array, start: number, end: number, seed: number, into: Hash): number {
  let first = seed | 0;
  let second = Math.imul(seed, 0x27d4eb2f);
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (PLAIN[byte] === 0) break;
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0x9e3779b1);
  }
  into.low = mix(first ^ (at - start));
  into.high = mix((second + first) | 0);
  return at;
}

/** Fingerprint of the id that is at `start`; false when its spelling is not plain or it does not end. */
export function plainId(bytes: Uint8Array, start: number, end: number, seed: number, into: Hash): boolean {
  const stop = hashPlain(bytes, start, end, seed, into);
  return stop < end && bytes[stop] === QUOTE;
}

/** Fingerprint of an id by all its bytes, such as `plainId` gives where they are plain. */
export function idFingerprint(id: Uint8Array, seed: number, into: Hash): void {
  let first = seed | 0;
  let second = Math.imul(seed, 0x27d4eb2f);
  for (const byte of id) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0x9e3779b1);
  }
  into.low = mix(first ^ id.length);
  into.high = mix((second + first) | 0);
}
