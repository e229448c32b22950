import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Beside a thread at work on the same processor, one that gives way gets 30 % of it (sched(7): a weight of 423 to 1,024). The
 * step counts against the whole machine: at a load of 20, one of 10 left an index run half a percent of a processor, and 603
 * products made no progress for 40 s; this one leaves it 2 %.
 */
const STEP = 4;

/**
 * Lets this thread give way to the others of the process where there is more work than processors: shoppers wait for a search,
 * nobody for the end of a load. Only Linux has a priority for each thread (setpriority(2), "thread-specific"); elsewhere, and
 * where it is not allowed, nothing happens.
 */
export function lowerThreadPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread === undefined) return;
    setPriority(
      Number(thread),
      Math.min(getPriority(Number(thread)) + STEP, constants.priority.PRIORITY_LOW),
    );
  } catch {
    // No such priorities here.
  }
}
