// Goes through two windows in lockstep, over lines that are the same bytes and pairs of lines of one id.
import { patchBytes } from './differ';
import { commonLineEnd, newlineFrom, trimmedEnd } from './lines';
import { identify, idHash } from './plain-id';
import { patchLines } from './read-pair';

/** Words for each changed line: where the new line starts, its operations, where their lines end. */
const CHANGE_BYTES: usize = 12;

/** Where the last `matchRun` stopped in the old window; in the new one it stopped at `newStop`. */
export let oldStop: usize = 0;
export let newStop: usize = 0;
/** Of the lines that the last `matchRun` passed over, so many changed. */
export let changedCount: i32 = 0;

let oldPrefix: usize = 0;
let oldPrefixLength: usize = 0;
let newPrefix: usize = 0;
let newPrefixLength: usize = 0;

/** What stands before the ids of each catalog. */
export function setPrefixes(oldAt: usize, oldLength: usize, newAt: usize, newLength: usize): void {
  oldPrefix = oldAt;
  oldPrefixLength = oldLength;
  newPrefix = newAt;
  newPrefixLength = newLength;
}

/**
 * Passes over the lines at `oldStop` and `newStop` if they are of one id, and writes the operations between them. False: they
 * are left to the host.
 */
function matchChanged(oldEnd: usize, newEnd: usize, family: i32, seed: u64, changes: usize, out: usize, outEnd: usize): bool {
  const oldNewline = newlineFrom(oldStop, oldEnd);
  const newNewline = newlineFrom(newStop, newEnd);
  if (oldNewline == oldEnd || newNewline == newEnd) return false;
  if (!identify(oldStop, oldNewline, oldPrefix, oldPrefixLength, seed)) return false;
  const id = idHash;
  if (!identify(newStop, newNewline, newPrefix, newPrefixLength, seed) || idHash != id) return false;
  const oldLast = trimmedEnd(oldStop, oldNewline);
  const newLast = trimmedEnd(newStop, newNewline);
  const used = changedCount == 0 ? 0 : load<u32>(changes + <usize>(changedCount - 1) * CHANGE_BYTES, 8);
  const operations = patchLines(oldStop, oldLast, newStop, newLast, family, out + used, <u32>(outEnd - out - used));
  if (operations < 0) return false;
  if (operations > 0) {
    const change = changes + <usize>changedCount * CHANGE_BYTES;
    store<u32>(change, <u32>newStop);
    store<i32>(change, operations, 4);
    store<u32>(change, used + patchBytes, 8);
    changedCount++;
  }
  oldStop = oldNewline + 1;
  newStop = newNewline + 1;
  return true;
}

/**
 * See `LineKernel.matchRun`: returns how many lines there were; their fingerprints are at `found`. Changed lines are noted at
 * `changes`, their operations are in `[out, outEnd)`. A family below 0: lines that differ are left to the host.
 */
export function matchRun(
  oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize, seed: u64, family: i32,
  found: usize, capacity: i32, changes: usize, out: usize, outEnd: usize,
): i32 {
  oldStop = oldStart;
  newStop = newStart;
  changedCount = 0;
  let count = 0;
  while (count < capacity) {
    const limit = oldStop + min(oldEnd - oldStop, newEnd - newStop);
    const end = commonLineEnd(oldStop, limit, newStop - oldStop);
    if (end != 0) {
      if (!identify(oldStop, end, oldPrefix, oldPrefixLength, seed)) break;
      newStop += end + 1 - oldStop;
      oldStop = end + 1;
    } else if (family < 0 || !matchChanged(oldEnd, newEnd, family, seed, changes, out, outEnd)) break;
    store<u64>(found + (<usize>count << 3), idHash);
    count++;
  }
  return count;
}
