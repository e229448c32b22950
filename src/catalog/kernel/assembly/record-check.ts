// Recognizes a line that adds a whole product, or adds or removes one attribute, and has nothing wrong with it: strict
// JSON, all shapes, names and types as the service wants them. It errs on one side only: whatever is unusual is left to the full check in
// check-operation.ts, which alone decides what is wrong. Compiled from AssemblyScript; record-kernel.ts is its caller.
//
// The line is at INPUT with a zero byte behind it, which ends every loop: no token begins with it or holds it.
// UTF-8 is checked by the caller, where isAllAscii() is false.

import { attribute, Counts } from './parts/attributes';
import { Fingerprint } from './parts/fingerprint';
import { IdRules } from './parts/ids';
import { NOTHING, ONE_ATTRIBUTE, UNKNOWN_NAME, UNUSUAL } from './parts/layout';
import { beginObject, bitOf, knownName, learnUnknown, typeOf, UnknownName } from './parts/names';
import { Path, path } from './parts/path';
import { Bits, product } from './parts/product';
import { peek, Place, plainString, take, Text } from './parts/text';

const INPUT_BYTES: i32 = 262144;
const INPUT: usize = memory.data(INPUT_BYTES + 64, 16);

export { idBytes } from './parts/ids';

/** Parts of the line checked last, when it is as it should be. */
class Part {
  static valueStart: usize = 0;
  static valueLength: i32 = 0;
}

/** Is the string read last op, add, remove, path, value? */
@inline
function isOp(): bool {
  return Text.length == 2 && load<u16>(Text.start) == 0x706f;
}

@inline
function isAdd(): bool {
  return Text.length == 3 && load<u16>(Text.start) == 0x6461 && load<u8>(Text.start, 2) == 0x64;
}

@inline
function isRemove(): bool {
  return Text.length == 6 && load<u32>(Text.start) == 0x6f6d6572 && load<u16>(Text.start, 4) == 0x6576;
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

/** The bit of a price. */
export function priceBit(bit: i32): void {
  Bits.price = bit;
}

/** How many bytes an id has, at least and at most; which they may be is written at idBytes(). */
export function limitIds(leastBytes: i32, mostBytes: i32): void {
  IdRules.leastBytes = leastBytes;
  IdRules.mostBytes = mostBytes;
}

/** An add of one attribute: its name is the string read last. */
function addAttribute(): i32 {
  beginObject();
  const entry = knownName();
  if (entry == 0 || !take(0x2c) || !plainString() || !isValue() || !take(0x3a)) return UNUSUAL;
  return attribute(entry) ? ONE_ATTRIBUTE : UNUSUAL;
}

/** A remove of one attribute, whose name is the string read last: one that a product should have is worth a look. */
function removeAttribute(): i32 {
  beginObject();
  const entry = knownName();
  if (entry == 0 || typeOf(entry) == NOTHING || bitOf(entry) != 0) return UNUSUAL;
  return ONE_ATTRIBUTE;
}

function addProduct(): i32 {
  if (!take(0x2c) || !plainString() || !isValue() || !take(0x3a)) return UNUSUAL;
  peek();
  Part.valueStart = Place.at;
  const present = product();
  Part.valueLength = <i32>(Place.at - Part.valueStart);
  return present;
}

/**
 * Checks the line of `length` bytes at input(). Gives the bits of the product's attributes when the line is as it should
 * be, ONE_ATTRIBUTE for an operation on an attribute, UNUSUAL when the full check must look at it, UNKNOWN_NAME when it
 * has an attribute to learn.
 */
export function check(length: i32): i32 {
  store<u8>(INPUT + length, 0);
  Place.at = INPUT;
  UnknownName.isFound = false;
  Text.isAllAscii = true;
  Counts.numericStrings = 0;
  if (!take(0x7b) || !plainString() || !isOp() || !take(0x3a) || !plainString()) return UNUSUAL;
  const isAdding = isAdd();
  if ((!isAdding && !isRemove()) || !take(0x2c)) return UNUSUAL;
  if (!plainString() || !isPath() || !take(0x3a) || !plainString() || !path()) return UNUSUAL;
  if (!isAdding && !Path.isAttribute) return UNUSUAL;
  const found = !isAdding ? removeAttribute() : Path.isAttribute ? addAttribute() : addProduct();
  if (UnknownName.isFound) return UNKNOWN_NAME;
  if (found < 0 || !take(0x7d)) return UNUSUAL;
  peek();
  return Place.at == INPUT + length ? found : UNUSUAL;
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
  return Path.idStart;
}

export function idLength(): i32 {
  return Path.idLength;
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
