import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Niceness step: the thread gets 30 % of a contended CPU (sched(7): a weight of 423 to 1,024). With a step of 10, an index
 * run on a machine with a load of 20 stood still for 40 s.
 */
const STEP = 4;

/**
 * Lowers this thread's priority, so that searches come before loads. Linux only (setpriority(2)); a no-op elsewhere.
 */
export function lowerThreadPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread === undefined) return;
    const lowered = Math.min(getPriority(Number(thread)) + STEP, constants.priority.PRIORITY_LOW);
    setPriority(Number(thread), lowered);
  } catch {
    // No such priorities here.
  }
}
