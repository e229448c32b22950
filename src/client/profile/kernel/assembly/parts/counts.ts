// The names of fields, brands and categories, and the products that have them and their values, as `layout.ts` says. Memory is
// never given back: what is new holds zeros.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { NULL, TRUE } from '../../../../../base/json/kernel/assembly/parts/tape';
import { sipHash } from '../../../../../catalog/delta/kernel/assembly/parts/siphash';
import { FIELD, NAME_BYTES, UNITS_AT } from './layout';

const SUBJECT_AT: usize = 4;
const LENGTH_AT: usize = 8;
const FILLED_AT: usize = 12;
const DISTINCT_AT: usize = 16;
const KINDS_AT: usize = 16;
/** The next name of its bucket; the product that had it last; the field that came behind it. */
const CHAIN_AT: usize = 56;
const PRODUCT_AT: usize = 60;
const FOLLOWER_AT: usize = 64;

/** Names beyond these are left out: a feed with its own for each product must not fill the memory. */
const MAX_KNOWN: i32 = 30_000;
const MAX_FIELDS: i32 = 200;
const MAX_NAMES: i32 = 5_000;
const COUNTED = memory.data(3 * 4, 16);
const BUCKETS: usize = 16_384;
const TABLE = memory.data(16_384 * 4, 16);
/** Vectors are read whole. */
const SPARE_BYTES: usize = 16;

/** The last one, which leads to all others. */
export let newestName: usize = 0;
let known: i32 = 0;
/** The field found last. Fields come in the same order line after line: the one that came behind it is tried first. */
let previous: usize = memory.data(NAME_BYTES, 16);

/** Slots of a hash and how many products have its value; a power of two. */
let slots: usize = 8192;
let values: usize = 0;
let valueCount: usize = 0;

function isName(name: usize, subject: i32, start: usize, length: usize): bool {
  const isAlike = load<i32>(name, SUBJECT_AT) == subject && <usize>load<u32>(name, LENGTH_AT) == length;
  return isAlike && sameBytes(name + NAME_BYTES, start, length);
}

/** A name, told by its bytes; 0 where there is no room for another. */
export function findName(subject: i32, start: usize, end: usize): usize {
  const length = end - start;
  const bucket = TABLE + (((<usize>sipHash(start, end) + subject) & (BUCKETS - 1)) << 2);
  for (let name: usize = load<u32>(bucket); name != 0; name = load<u32>(name, CHAIN_AT)) {
    if (isName(name, subject, start, length)) return name;
  }
  if (known++ >= MAX_KNOWN) return 0;
  const name = heap.alloc(<usize>NAME_BYTES + length + SPARE_BYTES);
  store<u32>(name, <u32>newestName);
  store<i32>(name, subject, SUBJECT_AT);
  store<u32>(name, <u32>length, LENGTH_AT);
  memory.copy(name + NAME_BYTES, start, length);
  store<u32>(name, load<u32>(bucket), CHAIN_AT);
  store<u32>(bucket, <u32>name);
  newestName = name;
  return name;
}

export function findField(start: usize, end: usize): usize {
  let name: usize = load<u32>(previous, FOLLOWER_AT);
  if (name == 0 || !isName(name, FIELD, start, end - start)) name = findName(FIELD, start, end);
  if (name == 0) return 0;
  store<u32>(previous, <u32>name, FOLLOWER_AT);
  previous = name;
  return name;
}

/** Has the product had the name before? */
export function isAgain(name: usize, product: i32): bool {
  const last = load<i32>(name, PRODUCT_AT);
  store<i32>(name, product, PRODUCT_AT);
  return last == product;
}

@inline
function increase(counter: usize, by: i32): void {
  store<i32>(counter, load<i32>(counter) + by);
}

/** Counts a product with a name, and with a value where its kind is not NULL. */
export function countProduct(name: usize, kind: i32, value: u64, units: i32): void {
  const subject = load<i32>(name, SUBJECT_AT);
  const counted = COUNTED + (<usize>subject << 2);
  if (load<i32>(name, FILLED_AT) == 0) {
    if (load<i32>(counted) == (subject == FIELD ? MAX_FIELDS : MAX_NAMES)) return;
    increase(counted, 1);
  }
  increase(name + FILLED_AT, 1);
  if (kind == NULL) return;
  increase(name + KINDS_AT + (<usize>kind << 2), 1);
  store<f64>(name, load<f64>(name, UNITS_AT) + units, UNITS_AT);
  if (kind != TRUE) increase(name + DISTINCT_AT, <i32>isNewValue(value));
}

/** Where a value is, or is to be. */
function findSlot(value: u64): usize {
  let at = <usize>value & (slots - 1);
  while (true) {
    const slot = values + (at << 4);
    if (load<u64>(slot) == value || load<i32>(slot, 8) == 0) return slot;
    at = (at + 1) & (slots - 1);
  }
}

function growValues(): void {
  let slot = values;
  const end = values + (slots << 4);
  if (values != 0) slots <<= 1;
  values = heap.alloc(slots << 4);
  if (slot == 0) return;
  for (; slot < end; slot += 16) if (load<i32>(slot, 8) != 0) v128.store(findSlot(load<u64>(slot)), v128.load(slot));
}

/** Counts a value; true: it is the first of its hash. */
function isNewValue(value: u64): bool {
  if (values == 0 || valueCount * 4 == slots * 3) growValues();
  const slot = findSlot(value);
  store<u64>(slot, value);
  increase(slot + 8, 1);
  if (load<i32>(slot, 8) > 1) return false;
  valueCount++;
  return true;
}

/** How many products have a value. */
export function getCount(value: u64): i32 {
  return values == 0 ? 0 : load<i32>(findSlot(value), 8);
}
