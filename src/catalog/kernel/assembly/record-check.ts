// Recognizes a line that adds a whole product and has nothing wrong with it: strict JSON, all shapes, names and types
// as the service wants them. It errs on one side only: whatever is unusual is left to the full check in
// check-operation.ts, which alone decides what is wrong. Compiled from AssemblyScript; record-kernel.ts is its caller.
//
// The line is at INPUT with a zero byte behind it, which ends every loop: no token begins with it or holds it.
// UTF-8 is checked by the caller, where isAllAscii() is false.

import { Counts } from './parts/attributes';
import { Fingerprint, fingerprint } from './parts/fingerprint';
import { UNKNOWN_NAME, UNUSUAL } from './parts/layout';
import { learnUnknown, UnknownName } from './parts/names';
import { product } from './parts/product';
import { peek, Place, plainString, take, Text } from './parts/text';

const INPUT_BYTES: i32 = 262144;
const INPUT: usize = memory.data(262144 + 64, 16);

/** Parts of the line checked last, when it is as it should be. */
class Part {
  static idStart: usize = 0;
  static idLength: i32 = 0;
  static valueStart: usize = 0;
  static valueLength: i32 = 0;
}

/** The string read last is the path of a product: /products/ and an id of 1 to 64 bytes that needs no unescaping. */
function productPath(): bool {
  const idLength = Text.length - 10;
  if (idLength < 1 || idLength > 64) return false;
  if (load<u64>(Text.start) != 0x746375646f72702f || load<u16>(Text.start, 8) != 0x2f73) return false;
  for (let offset: i32 = 10; offset < Text.length; offset++) {
    const byte = load<u8>(Text.start + offset);
    if (byte == 0x2f || byte == 0x7e) return false;
  }
  fingerprint(Text.start + 1, Text.length - 1);
  Part.idStart = Text.start + 10;
  Part.idLength = idLength;
  return true;
}

/** Is the string read last op, add, path, value? */
@inline
function isOp(): bool {
  return Text.length == 2 && load<u16>(Text.start) == 0x706f;
}

@inline
function isAdd(): bool {
  return Text.length == 3 && load<u16>(Text.start) == 0x6461 && load<u8>(Text.start, 2) == 0x64;
}

@inline
function isPath(): bool {
  return Text.length == 4 && load<u32>(Text.start) == 0x68746170;
}

@inline
function isValue(): bool {
  return Text.length == 5 && load<u32>(Text.start) == 0x756c6176 && load<u8>(Text.start, 4) == 0x65;
}

/** Where a line is to be written, up to `capacity()` bytes. */
export function input(): usize {
  return INPUT;
}

export function capacity(): i32 {
  return INPUT_BYTES;
}

/** Numbers that the fingerprints depend on. */
export function seed(low: i32, high: i32): void {
  Fingerprint.seedLow = low;
  Fingerprint.seedHigh = high;
}

/**
 * Checks the line of `length` bytes at input(). Gives the bits of the product's attributes when the line is as it should
 * be, UNUSUAL when the full check must look at it, UNKNOWN_NAME when it has an attribute to learn.
 */
export function check(length: i32): i32 {
  store<u8>(INPUT + length, 0);
  Place.at = INPUT;
  UnknownName.isFound = false;
  Text.isAllAscii = true;
  Counts.numericStrings = 0;
  if (!take(0x7b)) return UNUSUAL;
  if (!plainString() || !isOp() || !take(0x3a) || !plainString() || !isAdd() || !take(0x2c)) return UNUSUAL;
  if (!plainString() || !isPath() || !take(0x3a) || !plainString() || !productPath() || !take(0x2c)) return UNUSUAL;
  if (!plainString() || !isValue() || !take(0x3a)) return UNUSUAL;
  peek();
  Part.valueStart = Place.at;
  const present = product();
  if (UnknownName.isFound) return UNKNOWN_NAME;
  Part.valueLength = <i32>(Place.at - Part.valueStart);
  if (present < 0 || !take(0x7d)) return UNUSUAL;
  peek();
  return Place.at == INPUT + length ? present : UNUSUAL;
}

/** Learns the name that stopped check(): what its value must be, and its bit. False: there is no room for it. */
export function learn(type: i32, bit: i32): bool {
  return learnUnknown(type, bit);
}

export function unknownNameStart(): usize {
  return UnknownName.start;
}

export function unknownNameLength(): i32 {
  return UnknownName.length;
}

/** Numbers written as strings in the line checked last. */
export function numericStringCount(): i32 {
  return Counts.numericStrings;
}

/** Where the product's id stands in the line checked last; it needs no unescaping. */
export function idStart(): usize {
  return Part.idStart;
}

export function idLength(): i32 {
  return Part.idLength;
}

/** Where the product itself stands in the line checked last. */
export function valueStart(): usize {
  return Part.valueStart;
}

export function valueLength(): i32 {
  return Part.valueLength;
}

/** Has the line checked last no bytes past ASCII? */
export function isAllAscii(): bool {
  return Text.isAllAscii;
}

export function fingerprintLow(): i32 {
  return Fingerprint.low;
}

export function fingerprintHigh(): i32 {
  return Fingerprint.high;
}
