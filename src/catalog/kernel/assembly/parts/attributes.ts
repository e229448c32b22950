// Attributes objects: names that are known, values of their types.
import { FALSE, NULL, NUMBER as NUMBER_NODE, STRING as PLAIN_STRING, TRUE } from '../../../../base/json/kernel/assembly/parts/tape';
import { numberEnd } from '../../../../base/json/kernel/assembly/parts/numbers';
import { isWord } from '../../../../base/json/kernel/assembly/parts/words';
import { ANY, BOOLEAN, CATEGORY_PATHS, KEYWORDS, NOTHING, NUMBER, STORE_LOCATION, STRING, UNUSUAL } from './layout';
import {
  isArray, isObject, isPlain, isString, kind, next, TAPE, textLength, textStart,
} from './line';
import { beginObject, bitOf, knownName, typeOf } from './names';

const MINUS: u8 = 0x2d;
const ZERO: u8 = 0x30;

const MAX_LATITUDE: i32 = 90;
const MAX_LONGITUDE: i32 = 180;

/** Numbers written as strings: worth a warning in a line that is otherwise as it should be. */
export let numericStrings: i32 = 0;

export function clearCounts(): void {
  numericStrings = 0;
}

/** A number, or one written as a string, such as "12" or "-1.5e3"; not with white space around it. */
function numberValue(node: i32): bool {
  if (kind(node) == NUMBER_NODE) return true;
  const start = textStart(node);
  const end = start + <usize>textLength(node);
  if (kind(node) != PLAIN_STRING || numberEnd(start, end) != end) return false;
  numericStrings++;
  return true;
}

function arrayOfStrings(node: i32): bool {
  const end = next(node);
  for (let item = node + 1; item < end; item++) if (!isString(item)) return false;
  return isArray(node);
}

function isAscii(node: i32): bool {
  const start = textStart(node);
  for (let at: usize = 0; at < <usize>textLength(node); at++) if (load<u8>(start + at) > 0x7f) return false;
  return kind(node) == PLAIN_STRING;
}

/** An object of a string `id`, in ASCII because accents are not allowed, and a string `name`; nothing else. */
function category(node: i32): bool {
  if (!isObject(node) || next(node) != node + 5) return false;
  const isIdFirst = isWord(TAPE, node + 1, 'id');
  const id = isIdFirst ? node + 2 : node + 4;
  const isNamed = isWord(TAPE, id - 1, 'id') && isWord(TAPE, isIdFirst ? node + 3 : node + 1, 'name');
  return isNamed && isAscii(id) && isString(node + 2) && isString(node + 4);
}

function categoryPaths(node: i32): bool {
  if (!isArray(node)) return false;
  const end = next(node);
  for (let path = node + 1; path < end; path = next(path)) {
    if (!isArray(path)) return false;
    for (let each = path + 1; each < next(path); each = next(each)) if (!category(each)) return false;
  }
  return true;
}

/** A number whose digits before the point alone say that it is within bounds. */
function isWithin(node: i32, bound: i32): bool {
  if (kind(node) != NUMBER_NODE) return false;
  let at = textStart(node) - 1;
  if (load<u8>(at) == MINUS) at++;
  let whole = 0;
  for (; load<u8>(at) >= ZERO && load<u8>(at) < ZERO + 10 && whole < bound; at++) {
    whole = whole * 10 + (load<u8>(at) - ZERO);
  }
  if (whole >= bound) return false;
  for (const end = textStart(node) + <usize>textLength(node) + 1; at < end; at++) {
    if ((load<u8>(at) | 0x20) == 0x65) return false;
  }
  return true;
}

function locations(node: i32): bool {
  if (!isArray(node)) return false;
  for (let each = node + 1; each < next(node); each = next(each)) {
    if (!isObject(each) || !isPlain(each)) return false;
    let found = 0;
    for (let key = each + 1; key < next(each); key = next(key + 1)) {
      if (isWord(TAPE, key, 'lat')) found |= i32(isWithin(key + 1, MAX_LATITUDE));
      else if (isWord(TAPE, key, 'lon')) found |= i32(isWithin(key + 1, MAX_LONGITUDE)) << 1;
    }
    if (found != 3) return false;
  }
  return true;
}

export function typedValue(type: i32, node: i32): bool {
  switch (type) {
    case ANY: return isPlain(node);
    case NUMBER: return numberValue(node);
    case BOOLEAN: return kind(node) == TRUE || kind(node) == FALSE;
    case STRING: return isString(node);
    case KEYWORDS: return isString(node) || arrayOfStrings(node);
    case CATEGORY_PATHS: return categoryPaths(node);
    case STORE_LOCATION: return locations(node);
    default: return false;
  }
}

/** The value of the attribute of a known name: null, or of its type. */
export function attribute(entry: usize, node: i32): bool {
  const type = typeOf(entry);
  return type != NOTHING && (kind(node) == NULL || typedValue(type, node));
}

/** An attributes object; gives the bits of the attributes that are there and not null, or UNUSUAL. */
export function attributes(node: i32): i32 {
  if (!isObject(node)) return UNUSUAL;
  const end = next(node);
  let present: i32 = 0;
  beginObject();
  for (let key = node + 1; key < end; key = next(key + 1)) {
    const entry = kind(key) == PLAIN_STRING ? knownName(textStart(key), textLength(key)) : 0;
    if (entry == 0 || !attribute(entry, key + 1)) return UNUSUAL;
    if (kind(key + 1) != NULL) present |= bitOf(entry);
  }
  return present;
}
