// What is known of each of the two catalogs while it is read: its window, and lines that were looked at ahead.
import { choiceOf, pathHash } from './chosen';
import { newlineFrom, trimmedEnd } from './lines';
import { MAX_LINE_BYTES, MAX_PREFIX_BYTES, MAX_RANGES, RANGE_BYTES } from './layout';
import { identify, idHash, tellId } from './plain-id';

export const OLD: i32 = 0;
export const NEW: i32 = 1;

/** Lines that are looked at ahead at most. */
export const MAX_AHEAD: i32 = 256;

const SIDE_BYTES: usize = 80;
const SIDES = memory.data(160, 16);
const START: usize = 0;
const FILLED: usize = 4;
const ENDED: usize = 8;
const PREFIX_LENGTH: usize = 12;
/** Of the lines ahead: the first one, and behind the last. */
const HEAD: usize = 16;
const TAIL: usize = 20;
/** Where looking ahead goes on. */
const SCANNED: usize = 24;
/** The line whose id the host told, and the one that it checked. */
const TOLD_AT: usize = 28;
const TOLD_ID: usize = 32;
const CHECKED_AT: usize = 40;
const RANGES: usize = 44;
/** What an address lacks to be a position. */
const ORIGIN: usize = 48;
const KEEPS: usize = 56;
/** Hash of the path in the prefix. */
const PATH_HASH: usize = 60;

const PREFIX_ROOM: usize = MAX_PREFIX_BYTES + 64;
const PREFIXES = memory.data((MAX_PREFIX_BYTES + 64) * 2, 16);

/** Start, newline, id. */
const AHEAD_BYTES: usize = 16;
const AHEAD = memory.data(256 * 16 * 2, 16);

/** Ranges with less between them are kept at once: another call takes longer than so many bytes. */
const MAX_GAP_BYTES: usize = 4096;
const KEPT_RANGES = memory.data(MAX_RANGES * RANGE_BYTES * 2, 8);

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function at(side: i32): usize {
  return SIDES + <usize>side * SIDE_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function startOf(side: i32): usize {
  return load<u32>(at(side), START);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function filledOf(side: i32): usize {
  return load<u32>(at(side), FILLED);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function hasEnded(side: i32): bool {
  return load<u32>(at(side), ENDED) != 0;
}

/** Position in its catalog of what is at an address. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function positionOf(side: i32, address: usize): f64 {
  return load<f64>(at(side), ORIGIN) + <f64>address;
}

/** Goes on at `start`: lines up to `filled` are there. `ended`: no more come. `keeps`: what waits has to be kept. */
export function setWindow(side: i32, start: usize, filled: usize, ended: bool, origin: f64, keeps: bool): void {
  const place = at(side);
  store<u32>(place, <u32>filled, FILLED);
  store<u32>(place, ended ? 1 : 0, ENDED);
  store<f64>(place, origin, ORIGIN);
  store<u32>(place, keeps ? 1 : 0, KEEPS);
  store<u32>(place, 0, TOLD_AT);
  store<u32>(place, 0, CHECKED_AT);
  store<u32>(place, 0, RANGES);
  passTo(side, start);
}

/** Goes on at an address, with no lines ahead. */
export function passTo(side: i32, address: usize): void {
  const place = at(side);
  store<u32>(place, <u32>address, START);
  store<u32>(place, <u32>address, SCANNED);
  store<i32>(place, 0, HEAD);
  store<i32>(place, 0, TAIL);
}

/** Where the host puts what is in front of a catalog's ids. */
export function prefixOf(side: i32): usize {
  return PREFIXES + <usize>side * PREFIX_ROOM;
}

export function setPrefixLength(side: i32, length: i32): void {
  store<i32>(at(side), length, PREFIX_LENGTH);
  store<u32>(at(side), pathHash(prefixOf(side), length), PATH_HASH);
}

/** Finds the fingerprint of the id of a line; false where it is not spelled plainly. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function identifyLine(side: i32, start: usize, end: usize): bool {
  return identify(start, end, prefixOf(side), load<i32>(at(side), PREFIX_LENGTH));
}

/** Is a line to be noted for the host? See `choiceOf`. */
export function choiceOfLine(side: i32, start: usize, end: usize): i32 {
  const place = at(side);
  return choiceOf(start, end, prefixOf(side), load<i32>(place, PREFIX_LENGTH), load<u32>(place, PATH_HASH));
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function countAhead(side: i32): i32 {
  return load<i32>(at(side), TAIL) - load<i32>(at(side), HEAD);
}

/** A line ahead. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function aheadAt(side: i32, index: i32): usize {
  return AHEAD + (<usize>(side * MAX_AHEAD + load<i32>(at(side), HEAD) + index)) * AHEAD_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function startAhead(side: i32, index: i32): usize {
  return load<u32>(aheadAt(side, index));
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function newlineAhead(side: i32, index: i32): usize {
  return load<u32>(aheadAt(side, index), 4);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function idAhead(side: i32, index: i32): u64 {
  return load<u64>(aheadAt(side, index), 8);
}

/** Passes over the first line ahead. */
export function passLine(side: i32): void {
  const place = at(side);
  store<u32>(place, <u32>(newlineAhead(side, 0) + 1), START);
  store<i32>(place, load<i32>(place, HEAD) + 1, HEAD);
}

/** The line at which `scanAhead` stopped. */
export let stopStart: usize = 0;
export let stopEnd: usize = 0;
/** It is too long; else the host is to tell its id. */
export let isTooLong: bool = false;

/** Looks at lines until `wanted` are ahead, or no whole one is left. False: it stopped at a line for the host. */
export function scanAhead(side: i32, wanted: i32): bool {
  const place = at(side);
  const filled = filledOf(side);
  if (load<i32>(place, HEAD) > 0 && countAhead(side) < wanted) moveAhead(side);
  while (countAhead(side) < wanted) {
    const start: usize = load<u32>(place, SCANNED);
    const newline = newlineFrom(start, filled);
    if (newline >= filled) return true;
    const end = trimmedEnd(start, newline);
    if (end == start) {
      dropScanned(side, newline + 1);
      continue;
    }
    isTooLong = newline - start > <usize>MAX_LINE_BYTES;
    if (isTooLong || !isIdKnown(side, start, end)) {
      stopStart = start;
      stopEnd = end;
      return false;
    }
    const line = aheadAt(side, countAhead(side));
    store<u32>(line, <u32>start);
    store<u32>(line, <u32>newline, 4);
    store<u64>(line, idHash, 8);
    store<i32>(place, load<i32>(place, TAIL) + 1, TAIL);
    store<u32>(place, <u32>(newline + 1), SCANNED);
  }
  return true;
}

function isIdKnown(side: i32, start: usize, end: usize): bool {
  if (load<u32>(at(side), TOLD_AT) != <u32>start) return identifyLine(side, start, end);
  tellId(load<u64>(at(side), TOLD_ID));
  return true;
}

/** Has the lines ahead begin where they are kept. */
function moveAhead(side: i32): void {
  const place = at(side);
  const count = countAhead(side);
  memory.copy(AHEAD + <usize>(side * MAX_AHEAD) * AHEAD_BYTES, aheadAt(side, 0), <usize>count * AHEAD_BYTES);
  store<i32>(place, 0, HEAD);
  store<i32>(place, count, TAIL);
}

/** Leaves out a line that was not looked at yet, or a blank one. */
function dropScanned(side: i32, next: usize): void {
  const place = at(side);
  store<u32>(place, <u32>next, SCANNED);
  if (countAhead(side) == 0) store<u32>(place, <u32>next, START);
}

/** Says the id of the line at which `scanAhead` stopped. */
export function setStoppedId(side: i32, id: u64): void {
  store<u32>(at(side), <u32>stopStart, TOLD_AT);
  store<u64>(at(side), id, TOLD_ID);
}

/** Leaves out the line at which `scanAhead` stopped. */
export function dropStopped(side: i32): void {
  const filled = filledOf(side);
  dropScanned(side, newlineFrom(stopEnd, filled) + 1);
}

export function isChecked(side: i32, start: usize): bool {
  return load<u32>(at(side), CHECKED_AT) == <u32>start;
}

export function setChecked(side: i32, start: usize): void {
  store<u32>(at(side), <u32>start, CHECKED_AT);
}

/** Notes that a line is needed again, where its catalog cannot give it again. */
export function keep(side: i32, start: usize, end: usize): void {
  const place = at(side);
  if (load<u32>(place, KEEPS) == 0) return;
  const count = load<i32>(place, RANGES);
  const last = rangesOf(side) + <usize>(count - 1) * RANGE_BYTES;
  if (count > 0 && (start - load<u32>(last, 4) < MAX_GAP_BYTES || count == MAX_RANGES)) {
    store<u32>(last, <u32>end, 4);
    return;
  }
  store<u32>(last + RANGE_BYTES, <u32>start);
  store<u32>(last + RANGE_BYTES, <u32>end, 4);
  store<i32>(place, count + 1, RANGES);
}

/** Ranges of the window that are to be kept: where they are, and how many. */
export function rangesOf(side: i32): usize {
  return KEPT_RANGES + <usize>(side * MAX_RANGES) * RANGE_BYTES;
}

export function rangeCount(side: i32): i32 {
  return load<i32>(at(side), RANGES);
}
