// Notes of lines, in one arena: notes of lines that wait for their counterpart grow from its start, ids that are
// settled from its end. Where they do not fit, half of the ids are left to another pass over both catalogs.
import {
  AT_END, CROWDED, DUPLICATES_FULL, ID_BYTES, MATCH_BYTES, MAX_DUPLICATES, NOTE_BYTES, PARTITIONS,
} from './layout';
import { partition, PARTITION_WORDS } from './partition';

/** Of a note: id, hash, position; its highest bit is the side. */
const HASH: usize = 8;
const POSITION: usize = 16;
const SIDE_SHIFT: u64 = 63;

let arena: usize = 0;
let arenaEnd: usize = 0;
/** Where a partition is joined: a table, and a copy of its notes. */
let scratch: usize = 0;
let scratchEnd: usize = 0;

export let notesEnd: usize = 0;
export let idsStart: usize = 0;
/** Notes up to here are taken before they are gone through. */
let settleAt: usize = 0;
/** Ids of this class are noted, the others in other passes. */
let classMask: u64 = 0;
let classValue: u64 = 0;

/** Room that is kept: going through notes makes an id of every two before their room is free. */
const SPARE_BYTES: usize = 8192;

export function setArena(start: usize, end: usize, scratchStart: usize, scratchBytes: usize): void {
  arena = start;
  arenaEnd = end;
  scratch = scratchStart;
  scratchEnd = scratchStart + scratchBytes;
}

/** Forgets all notes; from now on those of a class of ids are taken. */
export function beginNotes(mask: u64, value: u64, settleBytes: usize): void {
  notesEnd = arena;
  idsStart = arenaEnd;
  classMask = mask;
  classValue = value;
  duplicateCount = 0;
  setSettleBytes(settleBytes);
}

/** Notes are gone through when they take so much. */
export function setSettleBytes(bytes: usize): void {
  settleAt = arena + bytes;
}

/** Is a line with this id to be noted in this pass? */
@inline
export function isMine(id: u64): bool {
  return (id & classMask) == classValue;
}

/** Is it time to go through the notes? */
@inline
export function isFull(): bool {
  return notesEnd > settleAt || notesEnd + (notesEnd - arena) / 6 + SPARE_BYTES > idsStart;
}

/** Notes an id that is in both catalogs and needs nothing more. */
@inline
export function noteId(id: u64): void {
  if (!isMine(id)) return;
  idsStart -= ID_BYTES;
  store<u64>(idsStart, id);
}

/** Notes a line that waits for its counterpart. */
@inline
export function noteLine(side: i32, id: u64, hash: u64, position: u64): void {
  store<u64>(notesEnd, id);
  store<u64>(notesEnd, hash, HASH);
  store<u64>(notesEnd, position | (<u64>side << SIDE_SHIFT), POSITION);
  notesEnd += NOTE_BYTES;
}

/** Leaves the ids that are not of a class to another pass. */
export function narrow(mask: u64, value: u64): void {
  classMask = mask;
  classValue = value;
  let to = arena;
  for (let at = arena; at < notesEnd; at += NOTE_BYTES) {
    if (!isMine(load<u64>(at))) continue;
    memory.copy(to, at, NOTE_BYTES);
    to += NOTE_BYTES;
  }
  notesEnd = to;
  let id = arenaEnd;
  for (let at = arenaEnd - ID_BYTES; at >= idsStart; at -= ID_BYTES) {
    if (!isMine(load<u64>(at))) continue;
    id -= ID_BYTES;
    store<u64>(id, load<u64>(at));
  }
  idsStart = id;
}

/** Of both lists: how many entries each partition has. */
const NOTE_COUNTS = memory.data(PARTITIONS * 4, 4);
const ID_COUNTS = memory.data(PARTITIONS * 4, 4);

/** Ids that are more than once in a catalog, so it seems, until the host takes them. */
export const DUPLICATES = memory.data(MAX_DUPLICATES * 8, 8);
export let duplicateCount: i32 = 0;

export function clearDuplicates(): void {
  duplicateCount = 0;
}

function noteDuplicate(id: u64): void {
  if (duplicateCount == MAX_DUPLICATES) return;
  store<u64>(DUPLICATES + (<usize>duplicateCount << 3), id);
  duplicateCount++;
}

/** A slot: the id, then the addresses of the notes of an old and of a new line. */
const SLOT_SHIFT: usize = 4;
const OLD_NOTE: usize = 8;
const NEW_NOTE: usize = 12;
/** In place of an old note: the id is settled. A bit of a new note, or alone: the id is more than once in a catalog. */
const SETTLED: u32 = 1;
const TWICE: u32 = 0x80000000;

let table: usize = 0;
let tableEnd: usize = 0;
let mask: u64 = 0;

@inline
function slotOf(id: u64): usize {
  let index = (id >> 8) & mask;
  while (true) {
    const slot = table + (<usize>index << SLOT_SHIFT);
    const found = load<u64>(slot);
    if (found == id) return slot;
    if (found == 0) {
      store<u64>(slot, id);
      return slot;
    }
    index = (index + 1) & mask;
  }
}

function markTwice(slot: usize): void {
  const word = load<u32>(slot, NEW_NOTE);
  if ((word & TWICE) != 0) return;
  store<u32>(slot, word | TWICE, NEW_NOTE);
  noteDuplicate(load<u64>(slot));
}

/** Going through the notes: no more lines come; the partition that is next, what of the lists was read and written. */
let isLast: bool = false;
let part: usize = 0;
let from: usize = 0;
let to: usize = 0;
let idFrom: usize = 0;

/** Begins to go through all notes, and, when no more lines come, through all ids. */
export function beginSettling(last: bool): void {
  isLast = last;
  partition(arena, notesEnd, NOTE_BYTES, NOTE_COUNTS);
  if (last) partition(idsStart, arenaEnd, ID_BYTES, ID_COUNTS);
  part = 0;
  from = arena;
  to = arena;
  idFrom = idsStart;
}

/**
 * Joins the notes by their ids, partition by partition. Of two lines that are the same, the id alone stays; of others, both
 * notes, in the end the old one first. Returns `AT_END`, `DUPLICATES_FULL` where the host is to take these first, or `CROWDED`.
 */
export function settle(): i32 {
  for (; part < PARTITION_WORDS; part += 4) {
    if (duplicateCount > MAX_DUPLICATES / 2) return DUPLICATES_FULL;
    const notes: usize = load<u32>(NOTE_COUNTS + part);
    const ids: u32 = isLast ? load<u32>(ID_COUNTS + part) : 0;
    if (!clearTable(notes + ids, isLast ? notes * NOTE_BYTES : 0)) return CROWDED;
    if (isLast) joinPart(notes * NOTE_BYTES, ids * ID_BYTES);
    else thinPart(notes * NOTE_BYTES);
  }
  notesEnd = to;
  if (isLast) idsStart = arenaEnd;
  return AT_END;
}

/** False: there is no room for this many ids, and this many bytes behind the table. Only one id over and over can take so much. */
function clearTable(ids: usize, bytes: usize): bool {
  let slots: usize = 16;
  while (slots < ids * 2) slots <<= 1;
  table = scratch;
  tableEnd = scratch + (slots << SLOT_SHIFT);
  mask = slots - 1;
  if (tableEnd + bytes > scratchEnd) return false;
  memory.fill(table, 0, slots << SLOT_SHIFT);
  return true;
}

/** Notes a line in its slot; false where its side has one already, or its id is settled: then the id comes twice. */
@inline
function put(slot: usize, note: usize): bool {
  const word = load<u64>(note, POSITION) >> SIDE_SHIFT == 0 ? OLD_NOTE : NEW_NOTE;
  if (load<u32>(slot, OLD_NOTE) == SETTLED || load<u32>(slot + word) != 0) {
    markTwice(slot);
    return false;
  }
  store<u32>(slot + word, <u32>note);
  return true;
}

@inline
function areSame(old: usize, fresh: usize): bool {
  return old != 0 && fresh != 0 && load<u64>(old, HASH) == load<u64>(fresh, HASH);
}

@inline
function keepNote(note: usize): void {
  if (to != note) memory.copy(to, note, NOTE_BYTES);
  to += NOTE_BYTES;
}

/** Makes the notes of a partition fewer by lines that are the same; more lines may come. An id of 0 marks a note that is gone. */
function thinPart(bytes: usize): void {
  const end = from + bytes;
  for (let note = from; note < end; note += NOTE_BYTES) {
    const id = load<u64>(note);
    const slot = slotOf(id);
    if (!put(slot, note)) {
      store<u64>(note, 0);
      continue;
    }
    const old: usize = load<u32>(slot, OLD_NOTE);
    const fresh: usize = load<u32>(slot, NEW_NOTE) & ~TWICE;
    if (!areSame(old, fresh)) continue;
    store<u64>(old, 0);
    store<u64>(fresh, 0);
    store<u32>(slot, SETTLED, OLD_NOTE);
    idsStart -= ID_BYTES;
    store<u64>(idsStart, id);
  }
  for (; from < end; from += NOTE_BYTES) if (load<u64>(from) != 0) keepNote(from);
}

/** Joins all that is known of a partition: notes are copied first, since those that stay are written over them. */
function joinPart(bytes: usize, idBytes: usize): void {
  const copy = tableEnd;
  memory.copy(copy, from, bytes);
  from += bytes;
  for (const end = idFrom + idBytes; idFrom < end; idFrom += ID_BYTES) {
    const slot = slotOf(load<u64>(idFrom));
    if (load<u32>(slot, OLD_NOTE) != 0) markTwice(slot);
    store<u32>(slot, SETTLED, OLD_NOTE);
  }
  for (let note = copy; note < copy + bytes; note += NOTE_BYTES) put(slotOf(load<u64>(note)), note);
  for (let slot = table; slot < tableEnd; slot += 1 << SLOT_SHIFT) {
    const old: usize = load<u32>(slot, OLD_NOTE);
    const fresh: usize = load<u32>(slot, NEW_NOTE);
    if (old == SETTLED || (fresh & TWICE) != 0 || areSame(old, fresh)) continue;
    if (old != 0) keepNote(old);
    if (fresh != 0) keepNote(fresh);
  }
}

let rest: usize = 0;

export function beginRest(): void {
  rest = arena;
}

@inline
function positionIn(note: usize): f64 {
  return <f64>(load<u64>(note, POSITION) << 1 >> 1);
}

/** Writes pairs of positions of an old and a new line, -1 for none, of what is left after the last settling. Returns how many. */
export function takeRest(out: usize, capacity: i32): i32 {
  let count = 0;
  for (; count < capacity && rest < notesEnd; count++) {
    const isNew = load<u64>(rest, POSITION) >> SIDE_SHIFT != 0;
    const next = rest + NOTE_BYTES;
    const isPair = !isNew && next < notesEnd && load<u64>(next, POSITION) >> SIDE_SHIFT != 0 && load<u64>(next) == load<u64>(rest);
    store<f64>(out, isNew ? -1 : positionIn(rest));
    store<f64>(out, isPair ? positionIn(next) : isNew ? positionIn(rest) : -1, 8);
    out += MATCH_BYTES;
    rest = isPair ? next + NOTE_BYTES : next;
  }
  return count;
}
