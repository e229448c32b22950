// Finds the common order of two catalogs again where it is lost: among the lines ahead, and by ids that were met lately.
import { countAhead, idAhead, NEW, OLD } from './sides';

const SLOTS = memory.data(1024 * 2, 2);
const EMPTY: i32 = 0;

/** Of both sides, the high words of ids that were left waiting lately, by their low bits. */
const LATE_SLOTS: u64 = 16384;
const LATE = memory.data(16384 * 4 * 2, 4);

/** The lines ahead at which the catalogs meet again. */
export let oldMeeting: i32 = 0;
export let newMeeting: i32 = 0;

/** Looks for the first lines of one id among those that are ahead on either side. */
export function findMeeting(): bool {
  const oldCount = countAhead(OLD);
  const newCount = countAhead(NEW);
  let slots: u64 = 16;
  while (slots < <u64>oldCount * 4) slots <<= 1;
  const mask = slots - 1;
  memory.fill(SLOTS, 0, <usize>slots << 1);
  for (let index = 0; index < oldCount; index++) {
    let slot = idAhead(OLD, index) & mask;
    while (load<u16>(SLOTS + (<usize>slot << 1)) != EMPTY) slot = (slot + 1) & mask;
    store<u16>(SLOTS + (<usize>slot << 1), index + 1);
  }
  let best = oldCount + newCount;
  for (let index = 0; index < newCount && index < best; index++) {
    const id = idAhead(NEW, index);
    let slot = id & mask;
    for (;;) {
      const found = load<u16>(SLOTS + (<usize>slot << 1));
      if (found == EMPTY) break;
      if (idAhead(OLD, found - 1) == id && found - 1 + index < best) {
        best = found - 1 + index;
        oldMeeting = found - 1;
        newMeeting = index;
      }
      slot = (slot + 1) & mask;
    }
  }
  return best < oldCount + newCount;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function lateAt(side: i32, id: u64): usize {
  return LATE + (<usize>((id & (LATE_SLOTS - 1)) + <u64>side * LATE_SLOTS) << 2);
}

/** Were most lines ahead on this side met lately on the other one? Then this side is behind. */
export function isBehind(side: i32): bool {
  const count = countAhead(side);
  let met = 0;
  for (let index = 0; index < count; index++) {
    const id = idAhead(side, index);
    if (load<u32>(lateAt(1 - side, id)) == <u32>(id >> 32)) met++;
  }
  return met * 2 > count;
}

/** Notes that the first lines ahead of a side are left waiting. */
export function noteLate(side: i32, count: i32): void {
  for (let index = 0; index < count; index++) {
    const id = idAhead(side, index);
    store<u32>(lateAt(side, id), <u32>(id >> 32));
  }
}
