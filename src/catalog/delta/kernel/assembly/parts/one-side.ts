// Goes through the lines of one side alone.
import { stopAt, stopScanned } from './advance';
import { hashOf } from './hash';
import { AT_END, KNOWN_LINE_BYTES, LISTED, NEEDS_BYTES, SOUGHT } from './layout';
import { trimmedEnd } from './lines';
import { countAhead, hasEnded, idAhead, newlineAhead, passLine, positionOf, scanAhead, startAhead } from './sides';
import { isSought } from './sought';

/** Lines that `listLines` listed. */
export let listedCount: i32 = 0;

/** Lists lines of one side alone: position, id, hash. Returns one of the reasons in `layout.ts`. */
export function listLines(side: i32, out: usize, capacity: i32): i32 {
  listedCount = 0;
  while (listedCount < capacity) {
    if (!scanAhead(side, 1)) return stopScanned(side);
    if (countAhead(side) == 0) return hasEnded(side) ? AT_END : stopAt(NEEDS_BYTES, side, 0, 0);
    const start = startAhead(side, 0);
    const entry = out + <usize>listedCount * KNOWN_LINE_BYTES;
    store<f64>(entry, positionOf(side, start));
    store<u64>(entry, idAhead(side, 0), 8);
    store<u64>(entry, hashOf(start, trimmedEnd(start, newlineAhead(side, 0))), 16);
    listedCount++;
    passLine(side);
  }
  return LISTED;
}

/** Looks at the lines of one side alone, for ids that are sought. Returns one of the reasons in `layout.ts`. */
export function seek(side: i32): i32 {
  while (true) {
    if (!scanAhead(side, 1)) return stopScanned(side);
    if (countAhead(side) == 0) return hasEnded(side) ? AT_END : stopAt(NEEDS_BYTES, side, 0, 0);
    const start = startAhead(side, 0);
    const end = trimmedEnd(start, newlineAhead(side, 0));
    const id = idAhead(side, 0);
    passLine(side);
    if (isSought(id)) return stopAt(SOUGHT, side, start, end);
  }
}
