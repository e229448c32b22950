// The table of pending lines, as src/delta/join/pending-table.ts has it: slots of six words, [low with used bit and side,
// high, hash, position with the length's units], open addressing, in the order of the fingerprints.
const SLOT_BYTES: usize = 24;
const FLAG_BITS: u32 = 3;
const USED_BIT: u32 = 2;
const MAX_LENGTH_UNITS: u64 = 0xffff;
/** Of the position: a place in memory stands in for it. */
const KEPT_BIT: u64 = 1 << 47;

let table: usize = 0;
let end: usize = 0;
let slots: u64 = 0;

/** Where the table is for the calls that follow. */
export function setTable(pointer: usize, slotCount: u32): void {
  table = pointer;
  slots = slotCount;
  end = pointer + <usize>slotCount * SLOT_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function homeOf(high: u32): usize {
  return table + <usize>((<u64>high * slots) >> 32) * SLOT_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function after(slot: usize): usize {
  const next = slot + SLOT_BYTES;
  return next == end ? table : next;
}

/** The word of the slot that a fingerprint belongs to: loads it into the cache. */
export function touch(high: u32): u32 {
  return load<u32>(homeOf(high));
}

/** Slot of a fingerprint, or the empty one where it would be put. */
export function find(low: u32, high: u32): usize {
  const wanted = low & ~FLAG_BITS;
  let slot = homeOf(high);
  while (true) {
    const found = load<u32>(slot);
    if (found == 0 || (load<u32>(slot, 4) == high && (found & ~FLAG_BITS) == wanted)) return slot;
    slot = after(slot);
  }
}

export function isEmpty(slot: usize): bool {
  return load<u32>(slot) == 0;
}

/** Units of the length of a slot's line. */
export function unitsAt(slot: usize): usize {
  return load<u16>(slot, 22);
}

/** Is this the pending line of the other side, and has it this hash? */
export function isCounterpart(slot: usize, side: u32, hash: u64): bool {
  return (load<u32>(slot) & 1) != side && load<u64>(slot, 8) == hash;
}

/** Fills an empty slot. */
export function put(slot: usize, side: u32, low: u32, high: u32, hash: u64, position: u64, length: u64): void {
  store<u32>(slot, (low & ~FLAG_BITS) | USED_BIT | side);
  store<u32>(slot, high, 4);
  store<u64>(slot, hash, 8);
  store<u64>(slot, position | (min<u64>(MAX_LENGTH_UNITS, (length + 63) >> 6) << 48), 16);
}

/** Has a place where the line is kept stand in for its position. */
export function putKept(slot: usize, place: usize): void {
  store<u64>(slot, (load<u64>(slot, 16) >> 48 << 48) | KEPT_BIT | place, 16);
}

/** Where the line of a slot is kept; 0 where it is not. */
export function keptAt(slot: usize): usize {
  const position = load<u64>(slot, 16);
  return (position & KEPT_BIT) == 0 ? 0 : <usize>(<u32>position);
}

/** Does the way from `home` to `next` lead over `gap`? */
function reaches(home: usize, gap: usize, next: usize): bool {
  return gap <= next ? home <= gap || home > next : home <= gap && home > next;
}

/** Empties a slot and moves up what stood behind it. */
export function remove(slot: usize): void {
  let gap = slot;
  let next = after(slot);
  while (load<u32>(next) != 0) {
    if (reaches(homeOf(load<u32>(next, 4)), gap, next)) {
      memory.copy(gap, next, SLOT_BYTES);
      gap = next;
    }
    next = after(next);
  }
  store<u32>(gap, 0);
}
