import { readFileSync } from 'node:fs';

/**
 * Does a process with this number run on this machine? `signal` is `process.kill`: signal 0 only asks.
 * A process of another user cannot be signalled, but it runs; one that has ended runs no more, also where nobody has asked
 * how: in a container without an init that takes a while, or for ever.
 */
export function isProcessAlive(pid: number, signal: (pid: number, signal: 0) => unknown): boolean {
  try {
    signal(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !hasEnded(pid);
}

/** By `/proc`, where there is one: `8982 (node) Z …`; the name may hold anything. */
function hasEnded(pid: number): boolean {
  try {
    return /^[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, ''));
  } catch {
    return false;
  }
}

/**
 * Sends a signal to a process, to a whole group where the number is negative; does nothing where it is gone.
 *
 * @param kill `process.kill`, which throws for a process that is not there
 */
export function sendSignal(
  pid: number,
  signal: NodeJS.Signals,
  kill: (pid: number, signal: NodeJS.Signals) => unknown,
): void {
  try {
    kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
