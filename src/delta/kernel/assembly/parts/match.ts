// Matches two batches of lines that `scanLines` filled with those that are pending.
import { keepLine, releaseLine } from './kept';
import { find, isCounterpart, isEmpty, keptAt, put, putKept, remove, setTable, touch, unitsAt } from './pending';

const BATCH_SHIFT: usize = 5;
/** Marks of a line: its id is not known; it became pending here; it became pending and is kept. */
const UNKNOWN: u32 = 0;
const PENDING: u32 = 2;
const KEPT: u32 = 3;

/** Lines that are pending; the host sets it before, and reads it after. */
export let pendingCount: i32 = 0;
/** Lines that met their counterpart in the last `matchBatches`. */
export let matchedCount: i32 = 0;
/** Kept so that loading slots ahead is not left out as useless. */
export let touched: u32 = 0;

export function setPendingCount(count: i32): void {
  pendingCount = count;
}

/** Loads the slots of a batch into the cache: misses that overlap cost a fifth of misses in a row. */
function touchAll(batch: usize, count: i32): void {
  let sum: u32 = 0;
  for (let index = 0; index < count; index++) sum += touch(load<u32>(batch + (<usize>index << BATCH_SHIFT), 20));
  touched = sum;
}

/** Leaves a line pending in an empty slot, and keeps it if it is in a window that is to be kept. */
function pend(slot: usize, line: usize, side: u32, origin: i64, window: usize): void {
  const start = load<u32>(line);
  const following = load<u32>(line, 8);
  const position = <u64>(origin + start);
  const place = window == 0 ? <usize>0 : keepLine(window + start, window + load<u32>(line, 4), window + following, position);
  put(slot, side, load<u32>(line, 16), load<u32>(line, 20), load<u64>(line, 24), position, following - start);
  if (place != 0) putKept(slot, place);
  store<u32>(line, place == 0 ? PENDING : KEPT, 12);
  pendingCount++;
}

/** False: the line is left to the host. */
function match(line: usize, side: u32, origin: i64, window: usize, found: usize, maxPending: i32): bool {
  if (load<u32>(line, 12) == UNKNOWN) return false;
  const slot = find(load<u32>(line, 16), load<u32>(line, 20));
  if (isEmpty(slot)) {
    if (pendingCount >= maxPending) return false;
    pend(slot, line, side, origin, window);
    return true;
  }
  if (!isCounterpart(slot, side, load<u64>(line, 24))) return false;
  const place = keptAt(slot);
  if (place != 0) releaseLine(place, unitsAt(slot));
  remove(slot);
  pendingCount--;
  store<u64>(found + (<usize>matchedCount << 3), load<u64>(line, 16));
  matchedCount++;
  return true;
}

/**
 * Takes the lines of two batches in turns, the old one's first, from `step` on: those whose counterpart is pending with
 * the same hash are matched, their fingerprints go to `found`; those without become pending. `origin` of each
 * is what an address in its window lacks to be a position; `window` is where that is, if its lines are to be kept, else 0. Returns the step of the first line that is left to the host.
 */
export function matchBatches(
  oldBatch: usize, oldCount: i32, oldOrigin: i64, oldWindow: usize,
  newBatch: usize, newCount: i32, newOrigin: i64, newWindow: usize,
  step: i32, table: usize, slots: u32, maxPending: i32, found: usize,
): i32 {
  setTable(table, slots);
  matchedCount = 0;
  if (step == 0) {
    touchAll(oldBatch, oldCount);
    touchAll(newBatch, newCount);
  }
  const steps = 2 * max(oldCount, newCount);
  for (; step < steps; step++) {
    const isNew = (step & 1) != 0;
    const index = step >> 1;
    if (index >= (isNew ? newCount : oldCount)) continue;
    const line = (isNew ? newBatch : oldBatch) + (<usize>index << BATCH_SHIFT);
    const isTaken = isNew
      ? match(line, 1, newOrigin, newWindow, found, maxPending)
      : match(line, 0, oldOrigin, oldWindow, found, maxPending);
    if (!isTaken) return step;
  }
  return steps;
}
