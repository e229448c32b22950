// State of each of the two catalogs while it is read: its window, and the line that comes next.
import { choiceOf, pathHash } from './chosen';
import {
  AT_END, LINE_TOO_LONG, MAX_LINE_BYTES, MAX_PREFIX_BYTES, NEEDS_BYTES, ONE_LINE, UNKNOWN_ID,
} from './layout';
import { newlineFrom, trimmedEnd } from './lines';
import { identify, idHash } from './plain-id';

export const OLD: i32 = 0;
export const NEW: i32 = 1;

const SIDE_BYTES: usize = 64;
const SIDES = memory.data(128, 16);
const START: usize = 0;
const FILLED: usize = 4;
const ENDED: usize = 8;
const PREFIX_LENGTH: usize = 12;
/** Of the line that comes next: its newline, 0 until it was looked for; its id, and whether that is known. */
const NEWLINE: usize = 16;
const IS_IDENTIFIED: usize = 20;
const ID: usize = 24;
const CHECKED_AT: usize = 32;
const PATH_HASH: usize = 36;
/** Difference of an address from its position. */
const ORIGIN: usize = 40;

const PREFIX_ROOM: usize = MAX_PREFIX_BYTES + 64;
const PREFIXES = memory.data((MAX_PREFIX_BYTES + 64) * 2, 16);

/** Where the kernel stopped: the side, and a line of it, or the lines of both. */
export let stopSide: i32 = 0;
export let lineStart: usize = 0;
export let lineEnd: usize = 0;

export function stopAt(reason: i32, side: i32, start: usize, end: usize): i32 {
  stopSide = side;
  lineStart = start;
  lineEnd = end;
  return reason;
}

@inline
function stateOf(side: i32): usize {
  return SIDES + <usize>side * SIDE_BYTES;
}

@inline
export function startOf(side: i32): usize {
  return load<u32>(stateOf(side), START);
}

@inline
export function filledOf(side: i32): usize {
  return load<u32>(stateOf(side), FILLED);
}

/** The newline of the line that comes next; 0 where it was not looked for, or there is no line. */
@inline
export function newlineOf(side: i32): usize {
  return load<u32>(stateOf(side), NEWLINE);
}

@inline
export function idOf(side: i32): u64 {
  return load<u64>(stateOf(side), ID);
}

/** Position in its catalog of what is at an address. */
@inline
export function positionOf(side: i32, address: usize): f64 {
  return load<f64>(stateOf(side), ORIGIN) + <f64>address;
}

/** Goes on at `start`: lines up to `filled` are there. `ended`: no more come. */
export function setWindow(side: i32, start: usize, filled: usize, ended: bool, origin: f64): void {
  const place = stateOf(side);
  store<u32>(place, <u32>filled, FILLED);
  store<u32>(place, ended ? 1 : 0, ENDED);
  store<f64>(place, origin, ORIGIN);
  store<u32>(place, 0, CHECKED_AT);
  passTo(side, start);
}

@inline
export function passTo(side: i32, address: usize): void {
  store<u32>(stateOf(side), <u32>address, START);
  store<u32>(stateOf(side), 0, NEWLINE);
}

@inline
export function passLine(side: i32): void {
  passTo(side, newlineOf(side) + 1);
}

/** Looks at the line that comes next, if there is one. Returns 0, or why the host is needed first. */
export function look(side: i32): i32 {
  const place = stateOf(side);
  if (newlineOf(side) == 0) {
    const filled = filledOf(side);
    let start = startOf(side);
    let newline: usize = 0;
    while (true) {
      newline = newlineFrom(start, filled);
      if (newline >= filled) {
        passTo(side, start);
        const isWhole = load<u32>(place, ENDED) != 0;
        return isWhole ? 0 : stopAt(NEEDS_BYTES, side, 0, 0);
      }
      if (trimmedEnd(start, newline) > start) break;
      start = newline + 1;
    }
    store<u32>(place, <u32>start, START);
    store<u32>(place, <u32>newline, NEWLINE);
    const isTooLong = newline - start > <usize>MAX_LINE_BYTES;
    if (isTooLong) return stopAt(LINE_TOO_LONG, side, start, trimmedEnd(start, newline));
    const isPlain = identifyLine(side, start, newline);
    store<u32>(place, isPlain ? 1 : 0, IS_IDENTIFIED);
    store<u64>(place, idHash, ID);
  }
  if (load<u32>(place, IS_IDENTIFIED) != 0) return 0;
  const start = startOf(side);
  return stopAt(UNKNOWN_ID, side, start, trimmedEnd(start, newlineOf(side)));
}

/** The id of the line that `seek` passed over. */
export let seenId: u64 = 0;

/** Passes over one line of one side. Returns `ONE_LINE`, or why it did not. */
export function seek(side: i32): i32 {
  const reason = look(side);
  if (reason != 0) return reason;
  const newline = newlineOf(side);
  if (newline == 0) return AT_END;
  const start = startOf(side);
  seenId = idOf(side);
  passLine(side);
  return stopAt(ONE_LINE, side, start, trimmedEnd(start, newline));
}

export function setId(side: i32, id: u64): void {
  store<u32>(stateOf(side), 1, IS_IDENTIFIED);
  store<u64>(stateOf(side), id, ID);
}

/** Where the host puts what is in front of a catalog's ids. */
export function prefixOf(side: i32): usize {
  return PREFIXES + <usize>side * PREFIX_ROOM;
}

export function setPrefixLength(side: i32, length: i32): void {
  store<i32>(stateOf(side), length, PREFIX_LENGTH);
  store<u32>(stateOf(side), pathHash(prefixOf(side), length), PATH_HASH);
}

/** Finds the fingerprint of the id of a line; false where it is not spelled plainly. */
@inline
export function identifyLine(side: i32, start: usize, end: usize): bool {
  return identify(start, end, prefixOf(side), load<i32>(stateOf(side), PREFIX_LENGTH));
}

/** Is a line to be noted for the host? See `choiceOf`. */
export function choiceOfLine(side: i32, start: usize, end: usize): i32 {
  const place = stateOf(side);
  return choiceOf(start, end, prefixOf(side), load<i32>(place, PREFIX_LENGTH), load<u32>(place, PATH_HASH));
}

export function isChecked(side: i32, start: usize): bool {
  return load<u32>(stateOf(side), CHECKED_AT) == <u32>start;
}

export function setChecked(side: i32, start: usize): void {
  store<u32>(stateOf(side), <u32>start, CHECKED_AT);
}
