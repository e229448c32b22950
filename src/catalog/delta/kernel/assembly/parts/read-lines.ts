// Lines that wait, when their counterparts are known and they were read again: many at a time.
import { countFate, isFull, noteChange, patchEnd, PATCHES } from './changes';
import { patchBytes } from './differ';
import { AT_END, CHANGES_FULL, MAX_PATCH_BYTES, PAIR, READ_LINES_BYTES, VANISHED_PLACE } from './layout';
import { trimmedEnd } from './lines';
import { buildLines } from './read-pair';

/** How many of the lines are settled. */
export let settledCount: i32 = 0;

/** Finds the operations of one entry. False: it is left to the host. */
function settle(entry: usize, family: i32, isRemoved: bool): bool {
  const oldStart: usize = load<u32>(entry);
  const newStart: usize = load<u32>(entry, 8);
  const isNew = oldStart == 0;
  const isGone = newStart == 0;
  const oldEnd = trimmedEnd(oldStart, load<u32>(entry, 4));
  const newEnd = trimmedEnd(newStart, load<u32>(entry, 12));
  const out = PATCHES + patchEnd;
  const room = <u32>MAX_PATCH_BYTES - patchEnd;
  const operations = buildLines(oldStart, oldEnd, newStart, newEnd, family, isRemoved, false, out, room);
  if (operations < 0) return false;
  countFate(!isNew, !isGone, operations);
  if (operations == 0) return true;
  const place = isGone ? <f64>VANISHED_PLACE + load<f64>(entry, 16) : load<f64>(entry, 24);
  noteChange(place, operations, patchBytes);
  return true;
}

/**
 * Finds the operations of this many entries, from `first` on. Returns `AT_END`, `CHANGES_FULL`, or `PAIR` for an entry that is
 * left to the host; `settledCount` is the entry at which it stopped.
 */
export function settleLines(entries: usize, first: i32, count: i32, family: i32, isRemoved: bool): i32 {
  for (settledCount = first; settledCount < count; settledCount++) {
    if (isFull()) return CHANGES_FULL;
    if (!settle(entries + <usize>(settledCount * READ_LINES_BYTES), family, isRemoved)) return PAIR;
  }
  return AT_END;
}
