// Goes through the lines of one side alone.
import { hashOf } from './hash';
import { AT_END, KNOWN_LINE_BYTES, LISTED, SOUGHT } from './layout';
import { trimmedEnd } from './lines';
import { idOf, look, newlineOf, passLine, positionOf, startOf, stopAt } from './sides';
import { isSought } from './sought';

/** Lines that `listLines` listed. */
export let listedCount: i32 = 0;

/** Lists lines of one side alone: position, id, hash. Returns one of the reasons in `layout.ts`. */
export function listLines(side: i32, out: usize, capacity: i32): i32 {
  listedCount = 0;
  while (listedCount < capacity) {
    const reason = look(side);
    if (reason != 0) return reason;
    if (newlineOf(side) == 0) return AT_END;
    const start = startOf(side);
    const entry = out + <usize>listedCount * KNOWN_LINE_BYTES;
    store<f64>(entry, positionOf(side, start));
    store<u64>(entry, idOf(side), 8);
    store<u64>(entry, hashOf(start, trimmedEnd(start, newlineOf(side))), 16);
    listedCount++;
    passLine(side);
  }
  return LISTED;
}

/** Looks at the lines of one side alone, for ids that are sought. Returns one of the reasons in `layout.ts`. */
export function seek(side: i32): i32 {
  while (true) {
    const reason = look(side);
    if (reason != 0) return reason;
    if (newlineOf(side) == 0) return AT_END;
    const start = startOf(side);
    const end = trimmedEnd(start, newlineOf(side));
    passLine(side);
    if (isSought(idOf(side))) return stopAt(SOUGHT, side, start, end);
  }
}
