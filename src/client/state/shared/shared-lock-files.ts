import { randomUUID } from 'node:crypto';
import { isLostConnection } from '../../sftp/sftp-failures.ts';
import type { LockFiles } from '../lock-files.ts';
import type { SharedFolder } from './shared-folder.ts';

export interface SharedLockOptions {
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  signal: AbortSignal;
  /** Told when the server cannot make a file exclusively. */
  onWarning(text: string): void;
}

/** Longer than others take from looking to writing; who wrote last is then known to all. */
const READ_BACK_MS = 3_000;

/**
 * The lock's files in a shared folder. Some servers before object stores take an exclusive creation and write over the
 * file; there it is written and read back after a while: the last of several writers has it.
 */
export async function openSharedLockFiles(
  folder: SharedFolder,
  options: SharedLockOptions,
): Promise<LockFiles> {
  const isExclusive = await canCreateExclusively(folder);
  if (!isExclusive) {
    options.onWarning(
      `the SFTP server ignores exclusive create: brctl writes the lock, reads it back after ${READ_BACK_MS / 1_000} s and checks it before each step`,
    );
  }
  return {
    place: folder.path,
    async create(name, text) {
      const content = Buffer.from(text);
      if (isExclusive) return await folder.create(name, content);
      if ((await folder.read(name)) !== undefined) return false;
      await folder.put(name, content);
      await options.sleep(READ_BACK_MS, options.signal);
      return (await folder.read(name))?.equals(content) === true;
    },
    read: async (name) => (await folder.read(name))?.toString('utf8'),
    async renew(name, text) {
      if (isExclusive) return await folder.renew(name, Buffer.from(text));
      // A store may know no other way than to write the whole file.
      if ((await folder.read(name)) !== undefined) await folder.put(name, Buffer.from(text));
    },
    remove: (name) => folder.remove(name),
  };
}

/** Makes a file of a random name twice; the second time must fail. */
async function canCreateExclusively(folder: SharedFolder): Promise<boolean> {
  const name = `probe-${randomUUID()}`;
  try {
    await folder.create(name, Buffer.from('first'));
    return !(await folder.create(name, Buffer.from('second')));
  } catch (error) {
    // A server that does not know the request at all.
    if (isLostConnection(error)) throw error;
    return false;
  } finally {
    await folder.remove(name);
  }
}
