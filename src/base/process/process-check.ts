import { readFileSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { kill } from 'node:process';

/**
 * Does this process run here? Signal 0 only asks. A process of another user runs though it cannot be signalled;
 * a zombie, which a container without an init keeps, does not.
 */
export function isProcessAlive(pid: number): boolean {
  try {
    kill(pid, 0);
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

/** Signals a process, or a group by a negative number; does nothing where it is gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Where process numbers mean the same: boot and pid namespace; undefined where the system tells none. */
export async function readPidNamespace(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}
