// Matches two batches of lines that `scanLines` filled with those that are pending.
import { find, isCounterpart, isEmpty, put, remove, setTable, touch } from './pending';

const BATCH_SHIFT: usize = 5;
/** Marks of a line: its id is not known; it became pending here. */
const UNKNOWN: u32 = 0;
const PENDING: u32 = 2;

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

/** False: the line is left to the host. */
function match(line: usize, side: u32, origin: i64, found: usize, maxPending: i32): bool {
  if (load<u32>(line, 12) == UNKNOWN) return false;
  const low = load<u32>(line, 16);
  const high = load<u32>(line, 20);
  const hash = load<u64>(line, 24);
  const slot = find(low, high);
  if (isEmpty(slot)) {
    if (pendingCount >= maxPending) return false;
    const start = load<u32>(line);
    put(slot, side, low, high, hash, <u64>(origin + start), load<u32>(line, 8) - start);
    store<u32>(line, PENDING, 12);
    pendingCount++;
    return true;
  }
  if (!isCounterpart(slot, side, hash)) return false;
  remove(slot);
  pendingCount--;
  store<u64>(found + (<usize>matchedCount << 3), load<u64>(line, 16));
  matchedCount++;
  return true;
}

/**
 * Takes the lines of two batches in turns, the old one's first, from `step` on: those whose counterpart is pending with
 * the same hash are matched, their fingerprints go to `found`; those without become pending. `origin` of each
 * is what an address lacks to be a position. Returns the step of the first line that is left to the host.
 */
export function matchBatches(
  oldBatch: usize, oldCount: i32, oldOrigin: i64, newBatch: usize, newCount: i32, newOrigin: i64,
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
    if (!match(line, isNew ? 1 : 0, isNew ? newOrigin : oldOrigin, found, maxPending)) return step;
  }
  return steps;
}
