// The inner loops of the diff, over linear memory. The host allocates everything from `heapStart` on; a pointer is an
// offset in the memory. Windows have 64 bytes to spare behind them, so that whole vectors can be read at their ends.
import { hashOf } from './parts/hash';
import { newlineFrom, trimmedEnd } from './parts/lines';
import { fingerprintOf, identify, idHash } from './parts/plain-id';

export { patchBytes } from './parts/differ';
export { changedCount, matchRun, newStop, oldStop, setPrefixes } from './parts/lockstep';
export { releaseLine, setKeptMemory } from './parts/kept';
export { matchBatches, matchedCount, pendingCount, setPendingCount } from './parts/match';
export { differingMembers } from './parts/members';
export { addLine, patchLines, placeTapes, vanishLine } from './parts/read-pair';
export { tokenize } from './parts/tokenize';

/** Words for each line in a batch, as src/delta/join/line-batch.ts has them. Places are counted from `base` on. */
const BATCH_WORDS: usize = 8;

/** Where the last `scanLines` stopped. */
export let scannedTo: usize = 0;
/** The hash that was computed last, in two words. */
export let resultLow: i32 = 0;
export let resultHigh: i32 = 0;

/** First byte that the host may use. */
export function heapStart(): usize {
  return __heap_base;
}

/** See `LineKernel.scan`: returns how many lines there were; eight words for each are at `batch`. */
export function scanLines(
  base: usize,
  start: usize,
  filled: usize,
  ended: bool,
  prefix: usize,
  prefixLength: usize,
  seed: u64,
  batch: usize,
  capacity: i32,
): i32 {
  let at = start;
  let count = 0;
  while (count < capacity && at < filled) {
    const newline = newlineFrom(at, filled);
    if (newline == filled && !ended) break;
    const next = newline < filled ? newline + 1 : filled;
    const end = trimmedEnd(at, newline);
    if (end > at) {
      const words = batch + (<usize>count * BATCH_WORDS << 2);
      store<u32>(words, <u32>(at - base));
      store<u32>(words, <u32>(end - base), 4);
      store<u32>(words, <u32>(next - base), 8);
      store<u32>(words, identify(at, end, prefix, prefixLength, seed) ? 1 : 0, 12);
      store<u64>(words, idHash, 16);
      store<u64>(words, hashOf(at, end, seed), 24);
      count++;
    }
    at = next;
  }
  scannedTo = at;
  return count;
}

function giveResult(hash: u64): void {
  resultLow = <i32>hash;
  resultHigh = <i32>(hash >> 32);
}

/** Fingerprint of the id of one line; false where it is not spelled plainly. */
export function identifyLine(start: usize, end: usize, prefix: usize, prefixLength: usize, seed: u64): bool {
  const isPlain = identify(start, end, prefix, prefixLength, seed);
  giveResult(idHash);
  return isPlain;
}

/** Fingerprint of an id by all its bytes. */
export function fingerprint(start: usize, end: usize, seed: u64): void {
  giveResult(fingerprintOf(start, end, seed));
}

/** Hash of a range. */
export function hash(start: usize, end: usize, seed: u64): void {
  giveResult(hashOf(start, end, seed));
}
