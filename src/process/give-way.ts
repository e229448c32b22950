import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** With three threads at work on two processors, one that gives way gets a third of what each of the others gets. */
const STEP = 5;

/**
 * Lets this thread give way to the others of the process where there is more work than processors: shoppers wait for a search,
 * nobody for the end of a load. Only Linux has a priority for each thread (setpriority(2), "thread-specific"); elsewhere, and
 * where it is not allowed, nothing happens.
 */
export function giveWay(): void {
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
