// Finds what a profile counts of the product in a line: the values of its attributes and of those of its first variant. Lines in an
// unusual spelling are left to the host. Compiled from AssemblyScript; feature-kernel.ts in the folder above is its caller.
import { MAX_READ_BYTES, NODE_BYTES, TAPE_NODES } from './parts/layout';
import {
  ARRAY, endOf, FALSE, kindOf, nextOf, NULL, NUMBER, OBJECT, startOf, STRING, TRUE,
} from '../../../../base/json/kernel/assembly/parts/tape';
import { tokenize } from '../../../../base/json/kernel/assembly/parts/tokenize';
import { countAll, COUNTS, HASHES, hasRoom, ROLE_VALUES } from './parts/counts';
import { hashOfBytes, hashOfValue, readText, textEnd, textStart, unitsOf } from './parts/hashes';
import {
  ARRAY_TYPE, BOOLEAN_TYPE, MAX_VALUES, NUMBER_TYPE, OBJECT_TYPE, OF_PRODUCT, OF_VARIANT, TEXT_TYPE, VALUE_WORDS,
} from './parts/layout';
import { meetName, NAMES } from './parts/names';

export { clearCounted, hashCount, setRole } from './parts/counts';
export { nameCount } from './parts/names';

const INPUT = memory.data(MAX_READ_BYTES + 128, 16);
const TAPE = memory.data(TAPE_NODES * NODE_BYTES, 16);
const VALUES = memory.data(MAX_VALUES * VALUE_WORDS * 4, 16);
const NOTHING: i32 = -1;
const SPACE: u8 = 0x20;

/** `add`, `op`, `value`, `attributes`, `variants` */
const ADD = memory.data<u8>([0x61, 0x64, 0x64]);
const OP = memory.data<u8>([0x6f, 0x70]);
const VALUE = memory.data<u8>([0x76, 0x61, 0x6c, 0x75, 0x65]);
const ATTRIBUTES = memory.data<u8>([0x61, 0x74, 0x74, 0x72, 0x69, 0x62, 0x75, 0x74, 0x65, 0x73]);
const VARIANTS = memory.data<u8>([0x76, 0x61, 0x72, 0x69, 0x61, 0x6e, 0x74, 0x73]);

let product: i32 = 0;
let isLeft: bool = false;
export let valueCount: i32 = 0;
export let variantCount: i32 = 0;

/** Where a line is to be written, of `MAX_READ_BYTES` at most. */
export function input(): usize {
  return INPUT;
}

export function valuesAt(): usize {
  return VALUES;
}

export function namesAt(): usize {
  return NAMES;
}

export function countsAt(): usize {
  return COUNTS;
}

export function hashesAt(): usize {
  return HASHES;
}

export function rolesAt(): usize {
  return ROLE_VALUES;
}

/** Counts the values that were read last; false: there is no room, what was counted is to be taken first. */
export function countValues(): bool {
  if (!hasRoom()) return false;
  countAll(VALUES, valueCount);
  return true;
}

function isText(node: i32, text: usize, length: i32): bool {
  const start = startOf(TAPE, node) + 1;
  if (kindOf(TAPE, node) != STRING || <i32>(endOf(TAPE, node) - 1 - start) != length) return false;
  for (let at = 0; at < length; at++) if (load<u8>(start + at) != load<u8>(text + at)) return false;
  return true;
}

/** The value of an object's member; of several of a name the last. Keys with escapes are left to the host. */
function member(object: i32, name: usize, length: i32): i32 {
  let found = NOTHING;
  if (object == NOTHING || kindOf(TAPE, object) != OBJECT) return found;
  const end = nextOf(TAPE, object);
  for (let key = object + 1; key < end; key = nextOf(TAPE, key + 1)) {
    if (kindOf(TAPE, key) != STRING) isLeft = true;
    if (isText(key, name, length)) found = key + 1;
  }
  return found;
}

/** The place of a kind among the types; -1 for what counts as no value. */
function typeOf(node: i32, kind: i32): i32 {
  if (kind == NULL) return NOTHING;
  if (kind == TRUE || kind == FALSE) return BOOLEAN_TYPE;
  if (kind == NUMBER) return NUMBER_TYPE;
  if (kind == ARRAY || kind == OBJECT) {
    if (nextOf(TAPE, node) == node + 1) return NOTHING;
    return kind == ARRAY ? ARRAY_TYPE : OBJECT_TYPE;
  }
  return endOf(TAPE, node) - startOf(TAPE, node) == 2 ? NOTHING : TEXT_TYPE;
}

function noteValues(attributes: i32, owner: i32): void {
  if (attributes == NOTHING || kindOf(TAPE, attributes) != OBJECT) return;
  const end = nextOf(TAPE, attributes);
  for (let key = attributes + 1; key < end && !isLeft; key = nextOf(TAPE, key + 1)) {
    const start = startOf(TAPE, key) + 1;
    const name = kindOf(TAPE, key) == STRING ? meetName(start, endOf(TAPE, key) - 1 - start, owner, product) : -1;
    if (name < 0 || valueCount == MAX_VALUES) isLeft = true;
    else noteValue(name, key + 1);
  }
}

function noteValue(name: i32, node: i32): void {
  const kind = kindOf(TAPE, node);
  const type = typeOf(node, kind);
  if (type == NOTHING) return;
  let hash: u32 = 0;
  let units = 0;
  if (type == TEXT_TYPE) {
    readText(TAPE, node);
    hash = hashOfBytes(textStart, textEnd);
    units = unitsOf(textStart, textEnd);
  } else if (type == BOOLEAN_TYPE) hash = kind == TRUE ? 1 : 0;
  else hash = hashOfValue(TAPE, node);
  const entry = VALUES + <usize>valueCount * VALUE_WORDS * 4;
  store<i32>(entry, name);
  store<i32>(entry, type, 4);
  store<u32>(entry, hash, 8);
  store<i32>(entry, units, 12);
  store<u32>(entry, <u32>startOf(TAPE, node), 16);
  store<u32>(entry, <u32>endOf(TAPE, node), 20);
  valueCount++;
}

/** The first variant; counts them. */
function firstVariant(variants: i32): i32 {
  if (variants == NOTHING || kindOf(TAPE, variants) != OBJECT) return NOTHING;
  const end = nextOf(TAPE, variants);
  for (let key = variants + 1; key < end; key = nextOf(TAPE, key + 1)) variantCount++;
  return variantCount == 0 ? NOTHING : variants + 2;
}

/** Reads the line at `input`. Returns how many values were noted; -1: it is left to the host. */
export function readLine(length: i32): i32 {
  product++;
  valueCount = 0;
  variantCount = 0;
  isLeft = false;
  let end = INPUT + <usize>length;
  while (end > INPUT && load<u8>(end - 1) <= SPACE) end--;
  if (tokenize(INPUT, end, TAPE, TAPE_NODES) < 0) return -1;
  const op = member(0, OP, 2);
  const value = member(0, VALUE, 5);
  if (op == NOTHING || !isText(op, ADD, 3)) return -1;
  const attributes = member(value, ATTRIBUTES, 10);
  const variant = firstVariant(member(value, VARIANTS, 8));
  noteValues(attributes, OF_PRODUCT);
  noteValues(member(variant, ATTRIBUTES, 10), OF_VARIANT);
  return isLeft ? -1 : valueCount;
}
