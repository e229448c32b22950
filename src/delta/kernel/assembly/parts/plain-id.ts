import { mix } from './hash';

const MULTIPLIER: u64 = 0x9ddfea08eb382d69;
const QUOTE: u8 = 0x22;
const SLASH: u8 = 0x2f;
const BACKSLASH: u8 = 0x5c;
const TILDE: u8 = 0x7e;

/** The fingerprint that was found last. */
export let idHash: u64 = 0;

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
export function identify(start: usize, end: usize, prefix: usize, prefixLength: usize, seed: u64): bool {
  if (prefixLength == 0 || end - start <= prefixLength || !hasPrefix(start, prefix, prefixLength)) return false;
  let hash = seed;
  let at = start + prefixLength;
  while (at < end) {
    const byte = load<u8>(at);
    if (isSpecial(byte)) {
      idHash = mix(hash);
      return byte == QUOTE;
    }
    hash = step(hash, byte);
    at++;
  }
  return false;
}

/** Fingerprint of an id by all its bytes, such as `identify` finds where they are plain. */
export function fingerprintOf(start: usize, end: usize, seed: u64): u64 {
  let hash = seed;
  for (let at = start; at < end; at++) hash = step(hash, load<u8>(at));
  return mix(hash);
}
