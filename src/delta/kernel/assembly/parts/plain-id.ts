import { mix, seed } from './hash';

const MULTIPLIER: u64 = 0x9ddfea08eb382d69;
const QUOTE: u8 = 0x22;
const SLASH: u8 = 0x2f;
const BACKSLASH: u8 = 0x5c;
const TILDE: u8 = 0x7e;

/** The fingerprint that was found last. */
export let idHash: u64 = 0;
/** Which bits of fingerprints count: all of them, unless ids are meant to collide. */
let idMask: u64 = 0xffffffffffffffff;

export function setIdMask(mask: u64): void {
  idMask = mask;
}

/** Takes a fingerprint that is known. */
export function tellId(id: u64): void {
  idHash = id;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function isSpecial(byte: u8): bool {
  return byte < 0x20 || byte == QUOTE || byte == SLASH || byte == BACKSLASH || byte == TILDE;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function step(hash: u64, byte: u8): u64 {
  return rotl((hash ^ byte) * MULTIPLIER, 29);
}

/** 0 is no fingerprint: it stands for none in tables. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function finished(hash: u64): u64 {
  const id = mix(hash) & idMask;
  return id == 0 ? 1 : id;
}

/** Does the line begin with the prefix? Reads whole words: both have bytes to spare behind them. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function hasPrefix(start: usize, prefix: usize, length: usize): bool {
  let at: usize = 0;
  while (at + 8 <= length) {
    if (load<u64>(start + at) != load<u64>(prefix + at)) return false;
    at += 8;
  }
  while (at < length) {
    if (load<u8>(start + at) != load<u8>(prefix + at)) return false;
    at++;
  }
  return true;
}

/** Fingerprint of the id that is behind the prefix; false where it is not spelled plainly. */
export function identify(start: usize, end: usize, prefix: usize, prefixLength: usize): bool {
  if (prefixLength == 0 || end - start <= prefixLength || !hasPrefix(start, prefix, prefixLength)) return false;
  let hash = seed;
  let at = start + prefixLength;
  while (at < end) {
    const byte = load<u8>(at);
    if (isSpecial(byte)) {
      idHash = finished(hash);
      return byte == QUOTE;
    }
    hash = step(hash, byte);
    at++;
  }
  return false;
}

/** Fingerprint of an id by all its bytes, such as `identify` finds where they are plain. */
export function fingerprintOf(start: usize, end: usize): u64 {
  let hash = seed;
  for (let at = start; at < end; at++) hash = step(hash, load<u8>(at));
  return finished(hash);
}
