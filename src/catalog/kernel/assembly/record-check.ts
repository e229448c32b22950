// Recognizes a line that adds a whole product, or adds or removes one attribute, and has nothing wrong with it: strict
// JSON, all shapes, names and types as the service wants them. It errs on one side only: whatever is unusual is left to the full
// check in check-operation.ts, which alone decides what is wrong. Compiled from AssemblyScript; record-kernel.ts is its caller.
import { endOf, startOf, STRING } from '../../../base/json/kernel/assembly/parts/tape';
import { isWord } from '../../../base/json/kernel/assembly/parts/words';
import { attribute, clearCounts } from './parts/attributes';
import { NOTHING, ONE_ATTRIBUTE, UNKNOWN_NAME, UNUSUAL } from './parts/layout';
import { isObject, kind, next, readLine, TAPE, textLength, textStart } from './parts/line';
import { beginObject, bitOf, forgetUnknown, knownName, typeOf, unknownStart } from './parts/names';
import { isOfAttribute, nameLength, nameStart, path } from './parts/path';
import { product } from './parts/product';

export { numericStrings } from './parts/attributes';
export { ID_BYTES, leastIdBytes, mostIdBytes } from './parts/ids';
export { INPUT, INPUT_BYTES } from './parts/line';
export { learn, unknownLength, unknownStart } from './parts/names';
export { fingerprintHigh, fingerprintLow, idLength, idStart, seedHigh, seedLow } from './parts/path';
export { priceBit } from './parts/product';

/** Where the product itself stands in the line checked last. */
export let valueStart: usize = 0;
export let valueLength: i32 = 0;

/** The nodes of `{"op":…,"path":…,"value":…}`: keys and values in this order. */
const OP: i32 = 1;
const PATH: i32 = 3;
const VALUE: i32 = 5;

/** An add of the attribute that the path names. */
function addAttribute(): i32 {
  beginObject();
  const entry = knownName(nameStart, nameLength);
  return entry != 0 && attribute(entry, VALUE + 1) ? ONE_ATTRIBUTE : UNUSUAL;
}

/** A remove of the attribute that the path names: one that a product should have is worth a look. */
function removeAttribute(): i32 {
  beginObject();
  const entry = knownName(nameStart, nameLength);
  if (entry == 0 || typeOf(entry) == NOTHING || bitOf(entry) != 0) return UNUSUAL;
  return ONE_ATTRIBUTE;
}

function addProduct(): i32 {
  valueStart = startOf(TAPE, VALUE + 1);
  valueLength = <i32>(endOf(TAPE, VALUE + 1) - valueStart);
  return product(VALUE + 1);
}

/**
 * Checks the line of `length` bytes at INPUT. Gives the bits of the product's attributes when the line is as it should
 * be, ONE_ATTRIBUTE for an operation on an attribute, UNUSUAL when the full check must look at it, UNKNOWN_NAME when it
 * has an attribute to learn.
 */
export function check(length: i32): i32 {
  forgetUnknown();
  clearCounts();
  if (!readLine(length) || !isObject(0) || next(0) <= PATH + 1) return UNUSUAL;
  if (!isWord(TAPE, OP, 'op') || !isWord(TAPE, PATH, 'path') || kind(PATH + 1) != STRING) return UNUSUAL;
  const isAdding = isWord(TAPE, OP + 1, 'add');
  if (!isAdding && !isWord(TAPE, OP + 1, 'remove')) return UNUSUAL;
  if (!path(textStart(PATH + 1), textLength(PATH + 1))) return UNUSUAL;
  let found = UNUSUAL;
  if (!isAdding) {
    if (isOfAttribute && next(0) == VALUE) found = removeAttribute();
  } else if (next(0) > VALUE + 1 && isWord(TAPE, VALUE, 'value') && next(VALUE + 1) == next(0)) {
    found = isOfAttribute ? addAttribute() : addProduct();
  }
  return unknownStart != 0 ? UNKNOWN_NAME : found;
}
