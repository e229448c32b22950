import { readFile, readlink } from 'node:fs/promises';

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
