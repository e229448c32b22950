import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../errors.ts';
import { makeFolderWithParents } from '../files/folder-with-parents.ts';
import { isOwnerAlive, type LockOwner, type OwnerCheck, readOwner } from './lock-owner.ts';

export interface LockOptions extends OwnerCheck {
  /** The lock file. */
  file: string;
  pid: number;
  /** What is being done, for the message that others get. */
  purpose: string;
}

/** A lock that is held. */
export interface HeldLock {
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;

/**
 * Takes a lock: a file created exclusively, with its owner's pid and host, touched every few seconds. The lock of an
 * owner that is gone is taken over.
 *
 * @throws BrctlError `lock.held` (exit 12) while its owner lives
 */
export async function takeLock(options: LockOptions): Promise<HeldLock> {
  await makeFolderWithParents(path.dirname(options.file), 0o700);
  const owner: LockOwner = {
    pid: options.pid,
    host: options.host,
    token: randomUUID(),
    since: options.now().toISOString(),
    purpose: options.purpose,
  };
  for (let tries = 0; tries < 5; tries++) {
    if (await createExclusively(options.file, JSON.stringify(owner))) return hold(options, owner);
    await clearIfDead(options);
  }
  throw held(options, await readOwner(options.file));
}

/** The text is there the moment the name is: written aside, then linked, which fails where the name is taken. */
async function createExclusively(file: string, text: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.close();
    await link(aside, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(aside, { force: true });
  }
}

async function clearIfDead(options: LockOptions): Promise<void> {
  const owner = await readOwner(options.file);
  if (owner === undefined) return;
  if (await isOwnerAlive(options.file, owner, options)) throw held(options, owner);
  await removeExactly(options.file, owner);
}

/** Takes the dead lock away by renaming it; should that have caught a lock just taken by another, puts it back. */
async function removeExactly(file: string, dead: LockOwner): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const caught = await readOwner(aside);
  if (caught?.token !== dead.token) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function hold(options: LockOptions, owner: LockOwner): HeldLock {
  const timer = setInterval(() => {
    const at = options.now();
    utimes(options.file, at, at).catch(() => undefined);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    async release() {
      clearInterval(timer);
      const text = await readFile(options.file, 'utf8').catch(() => '');
      if (text.includes(owner.token)) await rm(options.file, { force: true });
    },
  };
}

function held(options: LockOptions, owner: LockOwner | undefined): BrctlError {
  const who = owner === undefined ? 'another brctl' : `process ${owner.pid} on ${owner.host}`;
  return new BrctlError(`another brctl is already running: ${owner?.purpose ?? options.purpose}`, {
    kind: 'locked',
    code: 'lock.held',
    retryable: true,
    why: `${who} holds the lock${owner === undefined ? '' : ` since ${owner.since}`}`,
    hint: wayOut(options, owner),
    data: { lock: options.file, ...(owner && { pid: owner.pid, host: owner.host }) },
  });
}

/** Another machine cannot be asked whether its process lives; when its clock is ahead, its lock does not age either. */
function wayOut({ file, host }: LockOptions, owner: LockOwner | undefined): string {
  const again = 'run it again when that has ended';
  return owner === undefined || owner.host === host
    ? again
    : `${again}; a lock left by a machine that is gone expires a minute after its last sign of life, or remove ${file}`;
}
