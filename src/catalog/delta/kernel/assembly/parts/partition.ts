// Joins one partition of the ids: the lines of both catalogs that wait, and the ids that are settled.
import { ID_BYTES, LINE_BYTES, MATCH_BYTES, NEW_LINES, OLD_LINES, SLOT_BYTES } from './layout';
import { noteAgain, noteId } from './lists';

const ID_MASK: u64 = 0x00ffffffffffffff;
/** Tells a slot that is taken from one that is free. */
const TAKEN: u64 = 1 << 63;
/** In the word of the old line: the id is settled. In that of the new one: more lines have this id than two that match. */
const SETTLED: u32 = 0x80000000;
const ODD: u32 = 0x80000000;
const INDEX: u32 = 0x7fffffff;

/** Of what `joinPartition` wrote: matches, then ids that need a closer look, then the lines of those. */
export let matchCount: i32 = 0;
export let oddIdCount: i32 = 0;
export let oddLineCount: i32 = 0;
/** Lines that are the same in both catalogs. */
export let sameCount: i32 = 0;

let table: usize = 0;
let mask: u64 = 0;

/** The slot of an id, or the free one where it belongs. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function slotOf(id: u64): usize {
  let index = id & mask;
  while (true) {
    const slot = table + <usize>index * SLOT_BYTES;
    const key = load<u64>(slot);
    if (key == 0) {
      store<u64>(slot, id | TAKEN);
      return slot;
    }
    if (key == (id | TAKEN)) return slot;
    index = (index + 1) & mask;
  }
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function positionOf(line: usize): f64 {
  return <f64>(<u64>load<u32>(line, 16) | (<u64>load<u8>(line, 7) << 32));
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function idOf(line: usize): u64 {
  return load<u64>(line) & ID_MASK;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function putMatch(to: usize, oldPosition: f64, newPosition: f64): usize {
  store<f64>(to, oldPosition);
  store<f64>(to, newPosition, 8);
  return to + MATCH_BYTES;
}

function putIds(ids: usize, count: i32): void {
  for (let at = ids; at < ids + <usize>count * ID_BYTES; at += ID_BYTES) {
    const slot = slotOf(load<u64>(at) & ID_MASK);
    if (load<u32>(slot, 8) != 0) store<u32>(slot, ODD, 12);
    store<u32>(slot, SETTLED, 8);
  }
}

function putLines(olds: usize, oldCount: i32, news: usize, newCount: i32): void {
  for (let index = 0; index < oldCount; index++) {
    const slot = slotOf(idOf(olds + <usize>index * LINE_BYTES));
    if (load<u32>(slot, 8) != 0) store<u32>(slot, ODD, 12);
    else store<u32>(slot, index + 1, 8);
  }
  for (let index = 0; index < newCount; index++) {
    const slot = slotOf(idOf(news + <usize>index * LINE_BYTES));
    const isFirst = load<u32>(slot, 12) == 0 && (load<u32>(slot, 8) & SETTLED) == 0;
    store<u32>(slot, isFirst ? index + 1 : ODD, 12);
  }
}

/** Writes the lines whose ids need a closer look. */
function putOdd(lines: usize, count: i32, isNew: bool, to: usize): usize {
  for (let index = 0; index < count; index++) {
    const line = lines + <usize>index * LINE_BYTES;
    if ((load<u32>(slotOf(idOf(line)), 12) & ODD) == 0) continue;
    const position = positionOf(line);
    to = isNew ? putMatch(to, -1, position) : putMatch(to, position, -1);
    oddLineCount++;
  }
  return to;
}

function fillTable(
  ids: usize, idCount: i32, olds: usize, oldCount: i32, news: usize, newCount: i32, slots: usize, slotCount: u32,
): void {
  table = slots;
  mask = slotCount - 1;
  memory.fill(table, 0, <usize>slotCount * SLOT_BYTES);
  putIds(ids, idCount);
  putLines(olds, oldCount, news, newCount);
}

/** Has the slot an old and a new line that are the same? */
function isSettled(slot: usize, olds: usize, news: usize): bool {
  const oldIndex = load<u32>(slot, 8) & INDEX;
  const newWord = load<u32>(slot, 12);
  if (oldIndex == 0 || newWord == 0 || (newWord & ODD) != 0) return false;
  const oldLine = olds + <usize>(oldIndex - 1) * LINE_BYTES;
  return load<u64>(oldLine, 8) == load<u64>(news + <usize>(newWord - 1) * LINE_BYTES, 8);
}

/**
 * Makes the notes of a partition fewer: of lines that are the same in both catalogs only the id is noted again, all others as
 * they were. Returns how many are the same.
 */
export function settlePartition(
  partition: u64, ids: usize, idCount: i32, olds: usize, oldCount: i32, news: usize, newCount: i32, slots: usize,
  slotCount: u32,
): i32 {
  fillTable(ids, idCount, olds, oldCount, news, newCount, slots, slotCount);
  const high = partition << 56;
  for (let index = 0; index < idCount; index++) noteId(high | (load<u64>(ids + <usize>index * ID_BYTES) & ID_MASK));
  let settled = 0;
  for (let index = 0; index < oldCount; index++) {
    const line = olds + <usize>index * LINE_BYTES;
    const id = idOf(line);
    if (!isSettled(slotOf(id), olds, news)) noteAgain(OLD_LINES, high | id, line);
    else {
      noteId(high | id);
      settled++;
    }
  }
  for (let index = 0; index < newCount; index++) {
    const line = news + <usize>index * LINE_BYTES;
    const id = idOf(line);
    if (!isSettled(slotOf(id), olds, news)) noteAgain(NEW_LINES, high | id, line);
  }
  return settled;
}

/**
 * Matches the lines of a partition by their ids, with a table of so many slots, a power of two and more than there are ids.
 * What does not match, and lines of one id that differ, go to `out`.
 */
export function joinPartition(
  partition: u64, ids: usize, idCount: i32, olds: usize, oldCount: i32, news: usize, newCount: i32,
  slots: usize, slotCount: u32, out: usize,
): void {
  fillTable(ids, idCount, olds, oldCount, news, newCount, slots, slotCount);
  matchCount = 0;
  oddIdCount = 0;
  oddLineCount = 0;
  sameCount = 0;
  let to = out;
  const end = table + <usize>slotCount * SLOT_BYTES;
  for (let slot = table; slot < end; slot += SLOT_BYTES) {
    const key = load<u64>(slot);
    if (key == 0) continue;
    const oldIndex = load<u32>(slot, 8) & INDEX;
    const newWord = load<u32>(slot, 12);
    if ((newWord & ODD) != 0) {
      oddIdCount++;
      continue;
    }
    const oldLine = olds + <usize>(oldIndex - 1) * LINE_BYTES;
    const newLine = news + <usize>(newWord - 1) * LINE_BYTES;
    if (oldIndex == 0) {
      if (newWord == 0) continue;
      to = putMatch(to, -1, positionOf(newLine));
    } else if (newWord == 0) to = putMatch(to, positionOf(oldLine), -1);
    else if (load<u64>(oldLine, 8) == load<u64>(newLine, 8)) {
      sameCount++;
      continue;
    } else to = putMatch(to, positionOf(oldLine), positionOf(newLine));
    matchCount++;
  }
  if (oddIdCount == 0) return;
  for (let slot = table; slot < end; slot += SLOT_BYTES) {
    if ((load<u32>(slot, 12) & ODD) == 0) continue;
    store<u64>(to, (load<u64>(slot) & ID_MASK) | (partition << 56));
    to += ID_BYTES;
  }
  putOdd(news, newCount, true, putOdd(olds, oldCount, false, to));
}
