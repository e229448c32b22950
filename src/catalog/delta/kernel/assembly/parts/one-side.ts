// Goes through the lines of one side alone.
import { AT_END, SOUGHT } from './layout';
import { trimmedEnd } from './lines';
import { idOf, look, newlineOf, passLine, startOf, stopAt } from './sides';
import { isSought } from './sought';

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
