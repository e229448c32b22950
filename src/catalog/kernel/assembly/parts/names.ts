// The attribute names that are known, each with what its value must be.

import { sameBytes } from '../../../../base/json/kernel/assembly/parts/bytes';

/** The name that was asked for last and is not known; 0 where there is none. */
export let unknownStart: usize = 0;
export let unknownLength: i32 = 0;

export function forgetUnknown(): void {
  unknownStart = 0;
}

const NAME_SLOTS: i32 = 4096;
const MAX_NAMES: i32 = 2048;
const MAX_NAME_BYTES: i32 = 52;
/** A name's slot: length, type, bit (u16), the stamp of the object that used it last, its bytes, the slot used next. */
const SLOT_BYTES: usize = 64;
const NAMES: usize = memory.data(4097 * 64, 16);
const SLOT_TYPE: usize = 1;
const SLOT_BIT: usize = 2;
const SLOT_STAMP: usize = 4;
const SLOT_TEXT: usize = 8;
const SLOT_NEXT: usize = 60;
let names: i32 = 0;
/** The slot used last. Names come in the same order line after line: the one that followed it is tried first. */
let previous: usize = NAMES + <usize>NAME_SLOTS * SLOT_BYTES;
/** Another number for each attributes object, so that a name that comes twice in it shows. */
let stamp: u32 = 0;

function hashOfName(start: usize, length: i32): i32 {
  let hash: u32 = <u32>length;
  for (let offset: i32 = 0; offset < length; offset++) {
    hash = (hash ^ load<u8>(start + offset)) * 16777619;
  }
  return <i32>((hash ^ (hash >> 15)) & (NAME_SLOTS - 1));
}

/** The slot of a name, or the free slot where it belongs. */
function slotOfName(start: usize, length: i32): usize {
  let slot = hashOfName(start, length);
  let entry = NAMES + <usize>slot * SLOT_BYTES;
  while (load<u8>(entry) != 0 && !isName(entry, start, length)) {
    slot = (slot + 1) & (NAME_SLOTS - 1);
    entry = NAMES + <usize>slot * SLOT_BYTES;
  }
  return entry;
}

@inline
function isName(entry: usize, start: usize, length: i32): bool {
  return <i32>load<u8>(entry) == length && sameBytes(entry + SLOT_TEXT, start, length);
}

@inline
function findSlot(start: usize, length: i32): usize {
  const guess = <usize>load<u32>(previous, SLOT_NEXT);
  if (guess != 0 && isName(guess, start, length)) return guess;
  const entry = slotOfName(start, length);
  store<u32>(previous, <u32>entry, SLOT_NEXT);
  return entry;
}

/** The slot of a name; 0 where it is not known, or comes a second time in its object. */
export function knownName(start: usize, length: i32): usize {
  if (length == 0 || length > MAX_NAME_BYTES) return 0;
  const entry = findSlot(start, length);
  if (load<u8>(entry) == 0) {
    unknownStart = start;
    unknownLength = length;
    return 0;
  }
  previous = entry;
  if (load<u32>(entry, SLOT_STAMP) == stamp) return 0;
  store<u32>(entry, stamp, SLOT_STAMP);
  return entry;
}

/** Learns the name that stopped check(): what its value must be, and its bit. False: there is no room for it. */
export function learn(type: i32, bit: i32): bool {
  if (names >= MAX_NAMES) return false;
  const entry = slotOfName(unknownStart, unknownLength);
  store<u8>(entry, <u8>unknownLength);
  store<u8>(entry, <u8>type, SLOT_TYPE);
  store<u16>(entry, <u16>bit, SLOT_BIT);
  store<u32>(entry, 0, SLOT_STAMP);
  memory.copy(entry + SLOT_TEXT, unknownStart, unknownLength);
  names++;
  return true;
}

/** Names that follow are those of another object. */
@inline
export function beginObject(): void {
  stamp++;
}

/** Type of the value of a known name. */
@inline
export function typeOf(entry: usize): u8 {
  return load<u8>(entry, SLOT_TYPE);
}

/** The bit of a known name. */
@inline
export function bitOf(entry: usize): i32 {
  return <i32>load<u16>(entry, SLOT_BIT);
}
