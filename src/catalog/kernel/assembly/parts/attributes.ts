// Reads attributes objects: names that are known, values of their types.

import { ANY, BOOLEAN, CATEGORY_PATHS, KEYWORDS, NOTHING, NUMBER, STRING, UNUSUAL } from './layout';
import { beginObject, bitOf, knownName, typeOf } from './names';
import { isFalse, isNull, isTrue, number, peek, Place, plainString, string, take, Text } from './text';
import { value } from './value';

/** What is worth a warning in a line that is otherwise as it should be. */
export class Counts {
  /** Numbers written as strings. */
  static numericStrings: i32 = 0;
}

/** Is the string read last a number, such as 12 or -1.5e3? Those with white space around them are left out. */
function isNumericText(): bool {
  if (Text.hasEscapes) return false;
  const behind = Place.at;
  const end = Text.start + Text.length;
  Place.at = Text.start;
  const isNumber = number() && Place.at == end;
  Place.at = behind;
  return isNumber;
}

function numberValue(): bool {
  if (peek() != 0x22) return number();
  if (!string() || !isNumericText()) return false;
  Counts.numericStrings++;
  return true;
}

function arrayOfStrings(): bool {
  Place.at++;
  if (take(0x5d)) return true;
  do {
    if (peek() != 0x22 || !string()) return false;
  } while (take(0x2c));
  return take(0x5d);
}

function isAscii(): bool {
  for (let offset: i32 = 0; offset < Text.length; offset++) if (load<u8>(Text.start + offset) > 0x7f) return false;
  return true;
}

/** An object of a string `id`, in ASCII because accents are not allowed, and a string `name`; nothing else. */
function category(): bool {
  if (!take(0x7b)) return false;
  let found: i32 = 0;
  do {
    if (!plainString()) return false;
    const isId = Text.length == 2 && load<u16>(Text.start) == 0x6469;
    const isName = Text.length == 4 && load<u32>(Text.start) == 0x656d616e;
    const bit: i32 = isId ? 1 : isName ? 2 : 0;
    if (bit == 0 || (found & bit) != 0 || !take(0x3a) || peek() != 0x22 || !string()) return false;
    if (isId && (Text.hasEscapes || !isAscii())) return false;
    found |= bit;
  } while (take(0x2c));
  return found == 3 && take(0x7d);
}

function categoryPath(): bool {
  if (!take(0x5b)) return false;
  if (take(0x5d)) return true;
  do {
    if (!category()) return false;
  } while (take(0x2c));
  return take(0x5d);
}

function categoryPaths(): bool {
  if (!take(0x5b)) return false;
  if (take(0x5d)) return true;
  do {
    if (!categoryPath()) return false;
  } while (take(0x2c));
  return take(0x5d);
}

export function typedValue(type: i32): bool {
  if (type == ANY) return value(0);
  if (type == NUMBER) return numberValue();
  const byte = peek();
  if (type == BOOLEAN) return byte == 0x74 ? isTrue() : byte == 0x66 && isFalse();
  if (type == STRING) return byte == 0x22 && string();
  if (type == KEYWORDS) return byte == 0x22 ? string() : byte == 0x5b && arrayOfStrings();
  return type == CATEGORY_PATHS && categoryPaths();
}

/** The value of the attribute of a known name: null, or of its type. */
export function attribute(entry: usize): bool {
  const type = typeOf(entry);
  if (type == NOTHING) return false;
  return peek() == 0x6e ? isNull() : typedValue(type);
}

/** An attributes object; gives the bits of the attributes that are there and not null, or UNUSUAL. */
export function attributes(): i32 {
  if (!take(0x7b)) return UNUSUAL;
  if (take(0x7d)) return 0;
  let present: i32 = 0;
  beginObject();
  do {
    if (!plainString()) return UNUSUAL;
    const entry = knownName();
    if (entry == 0 || !take(0x3a)) return UNUSUAL;
    const isThere = peek() != 0x6e;
    if (!attribute(entry)) return UNUSUAL;
    if (isThere) present |= bitOf(entry);
  } while (take(0x2c));
  return take(0x7d) ? present : UNUSUAL;
}
