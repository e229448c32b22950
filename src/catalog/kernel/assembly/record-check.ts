// Recognizes a line that adds a whole product, or adds or removes one attribute, and has nothing wrong with it: strict
// JSON, all shapes, names and types as the service wants them. It errs on one side only: whatever is unusual is left to the full
// check in check-operation.ts, which alone decides what is wrong. Compiled from AssemblyScript; record-kernel.ts is its caller.
import { endOf, startOf, STRING } from '../../../base/json/kernel/assembly/parts/tape';
import { attribute, Counts } from './parts/attributes';
import { Fingerprint } from './parts/fingerprint';
import { IdRules } from './parts/ids';
import { NOTHING, ONE_ATTRIBUTE, UNKNOWN_NAME, UNUSUAL } from './parts/layout';
import { INPUT, INPUT_BYTES, isObject, isText, kind, next, readLine, TAPE, textLength, textStart } from './parts/line';
import { beginObject, bitOf, knownName, learnUnknown, typeOf, UnknownName } from './parts/names';
import { Path, path } from './parts/path';
import { Bits, product } from './parts/product';

export { idBytes } from './parts/ids';

/** Parts of the line checked last, when it is as it should be. */
class Part {
  static valueStart: usize = 0;
  static valueLength: i32 = 0;
}

/** `op`, `add`, `remove`, `path`, `value` */
const NAMES = memory.data<u8>([
  0x6f, 0x70, 0x61, 0x64, 0x64, 0x72, 0x65, 0x6d, 0x6f, 0x76, 0x65, 0x70, 0x61, 0x74, 0x68, 0x76, 0x61, 0x6c, 0x75, 0x65,
]);
/** The nodes of `{"op":…,"path":…,"value":…}`: keys and values in this order. */
const OP: i32 = 1;
const PATH: i32 = 3;
const VALUE: i32 = 5;

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

/** An add of the attribute that the path names. */
function addAttribute(): i32 {
  beginObject();
  const entry = knownName(Path.nameStart, Path.nameLength);
  return entry != 0 && attribute(entry, VALUE + 1) ? ONE_ATTRIBUTE : UNUSUAL;
}

/** A remove of the attribute that the path names: one that a product should have is worth a look. */
function removeAttribute(): i32 {
  beginObject();
  const entry = knownName(Path.nameStart, Path.nameLength);
  if (entry == 0 || typeOf(entry) == NOTHING || bitOf(entry) != 0) return UNUSUAL;
  return ONE_ATTRIBUTE;
}

function addProduct(): i32 {
  Part.valueStart = startOf(TAPE, VALUE + 1);
  Part.valueLength = <i32>(endOf(TAPE, VALUE + 1) - Part.valueStart);
  return product(VALUE + 1);
}

/**
 * Checks the line of `length` bytes at input(). Gives the bits of the product's attributes when the line is as it should
 * be, ONE_ATTRIBUTE for an operation on an attribute, UNUSUAL when the full check must look at it, UNKNOWN_NAME when it
 * has an attribute to learn.
 */
export function check(length: i32): i32 {
  UnknownName.isFound = false;
  Counts.numericStrings = 0;
  if (!readLine(length) || !isObject(0) || next(0) <= PATH + 1) return UNUSUAL;
  if (!isText(OP, NAMES, 2) || !isText(PATH, NAMES + 11, 4) || kind(PATH + 1) != STRING) return UNUSUAL;
  const isAdding = isText(OP + 1, NAMES + 2, 3);
  if (!isAdding && !isText(OP + 1, NAMES + 5, 6)) return UNUSUAL;
  if (!path(textStart(PATH + 1), textLength(PATH + 1))) return UNUSUAL;
  let found = UNUSUAL;
  if (!isAdding) {
    if (Path.isAttribute && next(0) == VALUE) found = removeAttribute();
  } else if (next(0) > VALUE + 1 && isText(VALUE, NAMES + 15, 5) && next(VALUE + 1) == next(0)) {
    found = Path.isAttribute ? addAttribute() : addProduct();
  }
  return UnknownName.isFound ? UNKNOWN_NAME : found;
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

export function fingerprintLow(): i32 {
  return Fingerprint.low;
}

export function fingerprintHigh(): i32 {
  return Fingerprint.high;
}
