// Reads a product: attributes, variants, views.

import { attributes, typedValue } from './attributes';
import { isId } from './ids';
import { BOOLEAN, UNUSUAL } from './layout';
import { plainString, take, Text } from './text';
import { addKey } from './value';

/** Bits of attributes that mean something here, from the host. */
export class Bits {
  /** Of a price, which a product may leave to its variants. */
  static price: i32 = 0;
}

/** Keys of maps use lists of their own, behind those of values. */
const VARIANTS_DEPTH: i32 = 33;
const VIEWS_DEPTH: i32 = 34;
const VIEW_VARIANTS_DEPTH: i32 = 35;

/** Is the string read last "attributes"? */
@inline
function isAttributes(): bool {
  return Text.length == 10 && load<u64>(Text.start) == 0x7475626972747461 && load<u16>(Text.start, 8) == 0x7365;
}

/** Is the string read last "variants"? */
@inline
function isVariants(): bool {
  return Text.length == 8 && load<u64>(Text.start) == 0x73746e6169726176;
}

/** Is the string read last "views"? */
@inline
function isViews(): bool {
  return Text.length == 5 && load<u32>(Text.start) == 0x77656976 && load<u8>(Text.start, 4) == 0x73;
}

/** Is the string read last "exclude_from_view"? */
@inline
function isExclusion(): bool {
  return (
    Text.length == 17 &&
    load<u64>(Text.start) == 0x5f6564756c637865 &&
    load<u64>(Text.start, 8) == 0x6569765f6d6f7266 &&
    load<u8>(Text.start, 16) == 0x77
  );
}

/** A key of a map: an id that did not come before. */
@inline
function mapKey(depth: i32, count: i32): bool {
  return plainString() && isId(Text.start, Text.length) && addKey(depth, count) && take(0x3a);
}

/** An object that holds attributes or nothing; gives their bits. */
function variant(): i32 {
  if (!take(0x7b)) return UNUSUAL;
  if (take(0x7d)) return 0;
  if (!plainString() || !isAttributes() || !take(0x3a)) return UNUSUAL;
  const present = attributes();
  return take(0x7d) ? present : UNUSUAL;
}

/** A map of variants; gives the union of their bits. */
function variants(): i32 {
  if (!take(0x7b)) return UNUSUAL;
  if (take(0x7d)) return 0;
  let present: i32 = 0;
  let count: i32 = 0;
  do {
    if (!mapKey(VARIANTS_DEPTH, count++)) return UNUSUAL;
    const bits = variant();
    if (bits < 0) return UNUSUAL;
    present |= bits;
  } while (take(0x2c));
  return take(0x7d) ? present : UNUSUAL;
}

/** A variant of a view: attributes and exclude_from_view, each at most once. */
function viewVariant(): bool {
  if (!take(0x7b)) return false;
  if (take(0x7d)) return true;
  let found: i32 = 0;
  do {
    if (!plainString() || !take(0x3a)) return false;
    const bit: i32 = isAttributes() ? 1 : isExclusion() ? 2 : 0;
    if (bit == 0 || (found & bit) != 0) return false;
    found |= bit;
    if (bit == 1 ? attributes() < 0 : !typedValue(BOOLEAN)) return false;
  } while (take(0x2c));
  return take(0x7d);
}

function viewVariants(): bool {
  if (!take(0x7b)) return false;
  if (take(0x7d)) return true;
  let count: i32 = 0;
  do {
    if (!mapKey(VIEW_VARIANTS_DEPTH, count++) || !viewVariant()) return false;
  } while (take(0x2c));
  return take(0x7d);
}

function view(): bool {
  if (!take(0x7b)) return false;
  if (take(0x7d)) return true;
  let found: i32 = 0;
  do {
    if (!plainString() || !take(0x3a)) return false;
    const bit: i32 = isAttributes() ? 1 : isVariants() ? 2 : 0;
    if (bit == 0 || (found & bit) != 0) return false;
    found |= bit;
    if (bit == 1 ? attributes() < 0 : !viewVariants()) return false;
  } while (take(0x2c));
  return take(0x7d);
}

function views(): bool {
  if (!take(0x7b)) return false;
  if (take(0x7d)) return true;
  let count: i32 = 0;
  do {
    if (!mapKey(VIEWS_DEPTH, count++) || !view()) return false;
  } while (take(0x2c));
  return take(0x7d);
}

/** A product: gives the bits of its attributes, or UNUSUAL. */
export function product(): i32 {
  if (!take(0x7b)) return UNUSUAL;
  let found: i32 = 0;
  let present: i32 = 0;
  do {
    if (!plainString() || !take(0x3a)) return UNUSUAL;
    const bit: i32 = isAttributes() ? 1 : isVariants() ? 2 : isViews() ? 4 : 0;
    if (bit == 0 || (found & bit) != 0) return UNUSUAL;
    found |= bit;
    if (bit == 4) {
      if (!views()) return UNUSUAL;
      continue;
    }
    const bits = bit == 1 ? attributes() : variants();
    if (bits < 0) return UNUSUAL;
    present |= bit == 1 ? bits : bits & Bits.price;
  } while (take(0x2c));
  return (found & 1) != 0 && take(0x7d) ? present : UNUSUAL;
}
