import { readFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';

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

/**
 * Where the numbers of processes mean what they mean here: this boot of this machine, and on it this namespace of process
 * numbers, of which each container has its own. Undefined where the system does not tell.
 */
export async function pidNamespace(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}
