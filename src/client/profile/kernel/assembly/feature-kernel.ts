// Finds in a line that adds a product what a profile is made of, and counts it. Compiled from AssemblyScript; tally.ts, two
// folders above, is its caller.
import { ARRAY, FALSE, kindOf, nextOf, NULL, NUMBER, OBJECT, STRING } from '../../../../base/json/kernel/assembly/parts/tape';
import { hashOf } from '../../../../catalog/delta/kernel/assembly/parts/hash';
import { sipHash } from '../../../../catalog/delta/kernel/assembly/parts/siphash';
import { countProduct, findField, findName, isAgain } from './parts/counts';
import {
  AVAILABLE, BRAND, CATEGORY, COMPLETE, NO_PRODUCT, NOTE_BYTES, PRICED, UNUSUAL, VARIANTS_SHIFT,
} from './parts/layout';
import {
  countUnits, endOfAll, findMember, isUnusual, isWordAt, keyCount, NOTHING, noteUnusual, readField, readKeys, readLine, readText,
  tape, textEnd, textStart, typeOf,
} from './parts/line';

export { NH_KEY } from '../../../../catalog/delta/kernel/assembly/parts/hash';
export { SIP_KEY } from '../../../../catalog/delta/kernel/assembly/parts/siphash';
export { getCount, newestName } from './parts/counts';

/** Vectors are read whole, also at the end of a text. */
const SPARE_BYTES: usize = 128;
/** Bytes for each byte of a line that its nodes take at most; its texts; and the notes of it. */
const ROOMS: usize = 8;
/** NH takes a longer text faster. */
const MAX_SIP_BYTES: usize = 48;

let input: usize = 0;
let nodes: usize = 0;
let texts: usize = 0;
/** Notes of the product that was read last. */
export let notes: usize = 0;
export let noteCount: i32 = 0;
/** Start and end of the texts of its price and sale price, then those of its first variant. */
export const AMOUNTS = memory.data(4 * 8, 16);
/** Another number for each product. */
let product: i32 = 0;

/** Makes room for lines of this length, and tells where to write them. The memory may move. */
export function prepare(bytes: usize): usize {
  const room = (bytes + SPARE_BYTES) & ~15;
  input = heap.alloc(room * (1 + 3 * ROOMS));
  nodes = input + room;
  texts = nodes + room * ROOMS;
  notes = texts + room * ROOMS;
  return input;
}

function note(name: usize, kind: i32, hash: u64, units: i32): void {
  const to = notes + noteCount++ * NOTE_BYTES;
  store<u64>(to, hash);
  store<u32>(to, <u32>name, 8);
  store<i32>(to, kind, 12);
  store<i32>(to, units, 16);
}

function noteFields(attributes: i32, isOfVariant: bool): void {
  const end = endOfAll(attributes, OBJECT);
  for (let key = attributes + 1; key < end; key = nextOf(tape, key + 1)) {
    readField(key, isOfVariant);
    const name = findField(textStart, textEnd);
    if (name == 0) continue;
    if (isAgain(name, product)) noteUnusual();
    const kind = typeOf(key + 1);
    if (kind == NULL) continue;
    readText(key + 1);
    // Two texts that were written without knowing the key have one hash with a chance of 2^-63 at most: see catalog/delta.
    const hash = textEnd - textStart > MAX_SIP_BYTES ? hashOf(textStart, textEnd) : sipHash(textStart, textEnd);
    note(name, kind, hash + <u64>name * 8 + kind, kind == STRING ? countUnits() : 0);
  }
}

function noteName(subject: i32, node: i32): void {
  readText(node);
  const name = findName(subject, textStart, textEnd);
  if (name != 0 && !isAgain(name, product)) note(name, NULL, 0, 0);
}

/** Of each path, the id of the last category, or the last element itself. */
function noteCategories(paths: i32): void {
  const end = endOfAll(paths, ARRAY);
  for (let path = paths + 1; path < end; path = nextOf(tape, path)) {
    let last = kindOf(tape, path) == ARRAY ? NOTHING : path;
    for (let each = path + 1; each < endOfAll(path, ARRAY); each = nextOf(tape, each)) last = each;
    const isObject = kindOf(tape, last) == OBJECT;
    const id = isObject ? findMember(last, 'id') : last;
    if (typeOf(id) == STRING || (isObject && typeOf(id) == NUMBER)) noteName(CATEGORY, id);
  }
}

/** The host finds out which texts are amounts. */
function noteAmount(nth: usize, node: i32): void {
  readText(node);
  store<u32>(AMOUNTS + (nth << 3), <u32>textStart);
  store<u32>(AMOUNTS + (nth << 3), <u32>textEnd, 4);
}

function hasPrice(part: i32): bool {
  return kindOf(tape, findMember(findMember(part, 'attributes'), 'price')) != NULL;
}

/** Has one of some variants a price, or one of some views, or of their variants? */
function isAnyPriced(parts: i32, areViews: bool): bool {
  readKeys(parts);
  const end = endOfAll(parts, OBJECT);
  for (let key = parts + 1; key < end; key = nextOf(tape, key + 1)) {
    if (hasPrice(key + 1) || (areViews && isAnyPriced(findMember(key + 1, 'variants'), false))) return true;
  }
  return false;
}

/** Reads the line at `prepare`. `isRespelled`: by JSON.stringify, so that nothing is unusual. */
export function read(length: usize, isRespelled: bool): i32 {
  if (!readLine(input, input + length, nodes, texts)) return NO_PRODUCT;
  noteCount = 0;
  product++;
  const isAdded = isWordAt(findMember(0, 'op'), 'add');
  const value = findMember(0, 'value');
  const attributes = findMember(value, 'attributes');
  const variants = findMember(value, 'variants');
  const ofVariant = findMember(readKeys(variants), 'attributes');
  let found = keyCount << VARIANTS_SHIFT;
  noteFields(attributes, false);
  noteFields(ofVariant, true);
  const price = findMember(attributes, 'price');
  noteAmount(0, price);
  noteAmount(1, findMember(attributes, 'sale_price'));
  noteAmount(2, findMember(ofVariant, 'price'));
  noteAmount(3, findMember(ofVariant, 'sale_price'));
  noteCategories(findMember(attributes, 'category_paths'));
  const brand = findMember(attributes, 'brand');
  if (typeOf(brand) == STRING) noteName(BRAND, brand);
  const availability = findMember(attributes, 'availability');
  if (kindOf(tape, availability) != FALSE && !isWordAt(availability, 'false')) found |= AVAILABLE;
  if (kindOf(tape, price) != NULL || isAnyPriced(variants, false) || isAnyPriced(findMember(value, 'views'), true)) {
    found |= PRICED;
    const hasTitle = typeOf(findMember(attributes, 'title')) != NULL;
    if (hasTitle && typeOf(findMember(attributes, 'url')) != NULL) found |= COMPLETE;
  }
  if (isUnusual && !isRespelled) return UNUSUAL;
  return isAdded ? found : NO_PRODUCT;
}

/** Counts the product that was read last. */
export function count(): void {
  const end = notes + noteCount * NOTE_BYTES;
  for (let at = notes; at < end; at += NOTE_BYTES) {
    countProduct(load<u32>(at, 8), load<i32>(at, 12), load<u64>(at), load<i32>(at, 16));
  }
}
