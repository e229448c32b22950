import { randomUUID } from 'node:crypto';
import { BrctlError } from '../../base/errors.ts';
import {
  isNumber,
  isObjectOf,
  isText,
  parseShape,
  type Validator,
  type ValueOf,
} from '../../base/json/shape.ts';
import type { LockFiles } from './lock-files.ts';

export interface LockOptions {
  files: LockFiles;
  pid: number;
  /** This machine's name, for the message that others get. */
  host: string;
  /** As `readPidNamespace` tells it. */
  namespace: string | undefined;
  /** The owner's command, for the messages of other pushes. */
  purpose: string;
  now(): Date;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  signal: AbortSignal;
  isProcessAlive(pid: number): boolean;
  /** Told once when it has to be seen whether the owner still works. */
  onWait?(text: string): void;
  /** Waits so long for an owner that lives; not at all by default. */
  waitMs?: number;
  /** The command that takes a lock away, for error texts. */
  unlockCommand: string;
}

export interface LockHandle {
  readonly token: string;
  /**
   * Asks the files whether it is still held: before everything that counts.
   * @throws BrctlError `lock.lost` (exit 12)
   */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/** Owners give a sign of life so often. */
const HEARTBEAT_MS = 5_000;
/** An owner without a heartbeat for this long is gone. The waiting process counts; no other clock is trusted. */
const SILENCE_MS = 60_000;
const LOOK_MS = 1_000;
const TRIES = 5;

/** Tokens of locks that this process holds. */
const HELD_HERE = new Set<string>();

/** The first owner's file. A process that takes over makes its own file, named after that one. */
const FIRST = 'lock';
const nameSuccessor = (token: string) => `lock.after-${token}`;
/** Holds the time of the owner's last sign of life. */
const nameHeartbeat = (token: string) => `lock.alive-${token}`;

/** Takes a lock as `takeLockNow`, trying again while another holds it and `waitMs` are not over. */
export async function acquireLock(options: LockOptions): Promise<LockHandle> {
  const { waitMs = 0, sleep, signal, onWait } = options;
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    try {
      return await takeLockNow(waitedMs === 0 ? options : { ...options, onWait: () => undefined });
    } catch (error) {
      const mayWait = error instanceof BrctlError && error.code === 'lock.held' && waitedMs < waitMs;
      if (!mayWait) throw error;
      if (waitedMs === 0) onWait?.(`${error.details.why}; waiting for up to ${waitMs / 1_000} s`);
      await sleep(LOOK_MS, signal);
    }
  }
}

/**
 * Takes a lock, which is a chain of files: `lock` names the first owner; `lock.after-<token>` names who took over from
 * the owner with this token, and so on. Each file is made once and never changed, so that the end of the chain is the
 * one owner, whatever others do at the same time. An owner whose process is known to be gone, or of whom nothing is
 * heard for a minute, is taken over from.
 * @throws BrctlError `lock.held` (exit 12) while its owner lives
 */
async function takeLockNow(options: LockOptions): Promise<LockHandle> {
  const { files } = options;
  const owner: LockOwner = {
    token: randomUUID(),
    pid: options.pid,
    host: options.host,
    ...(options.namespace !== undefined && { namespace: options.namespace }),
    since: options.now().toISOString(),
    purpose: options.purpose,
  };
  for (let tries = 0; tries < TRIES; tries++) {
    const chain = await readChain(files);
    const current = chain.at(-1);
    if (current !== undefined && !(await waitForEnd(options, current))) continue;
    const name = current === undefined ? FIRST : nameSuccessor(current.token);
    if (!(await files.create(name, JSON.stringify(owner)))) continue;
    const handle = createHandle(options, owner, name);
    if ((await readChain(files)).at(-1)?.token === owner.token) {
      await files.create(nameHeartbeat(owner.token), options.now().toISOString());
      if (current !== undefined) await files.remove(nameHeartbeat(current.token));
      return handle;
    }
    // The chain that was looked at had ended meanwhile: a file after its last owner belongs to nothing.
    await handle.abandon();
  }
  throw lockHeldError(options, (await readChain(files)).at(-1));
}

/** Removes a lock and returns its owner. The owner notices at its next step, and stops. */
export async function forceUnlock(files: LockFiles): Promise<LockOwner | undefined> {
  const chain = await readChain(files);
  await removeChain(files, chain);
  return chain.at(-1);
}

/** Who holds the lock, as far as its files tell; its last sign of life. */
export async function readLockOwner(
  files: LockFiles,
): Promise<{ owner: LockOwner; lastSign: string | undefined } | undefined> {
  const owner = (await readChain(files)).at(-1);
  return owner && { owner, lastSign: await files.read(nameHeartbeat(owner.token)) };
}

/** The owners, from the first on. */
async function readChain(files: LockFiles): Promise<LockOwner[]> {
  const owners: LockOwner[] = [];
  const seen = new Set<string>();
  for (let name = FIRST; ; ) {
    const text = await files.read(name);
    if (text === undefined) return owners;
    const owner = parseShape(text, isLockOwner) ?? NOBODY_KNOWN;
    if (seen.has(owner.token)) return owners;
    seen.add(owner.token);
    owners.push(owner);
    name = nameSuccessor(owner.token);
  }
}

/** Removes a chain from its first file on: without that one, the others belong to nothing. */
async function removeChain(files: LockFiles, chain: readonly LockOwner[]): Promise<void> {
  await files.remove(FIRST);
  for (const { token } of chain) await files.remove(nameSuccessor(token));
  for (const { token } of chain) await files.remove(nameHeartbeat(token));
}

/**
 * Waits until the owner is surely gone.
 * @returns false where the lock has another owner, or none, by then
 * @throws BrctlError `lock.held` at its first sign of life
 */
async function waitForEnd(options: LockOptions, owner: LockOwner): Promise<boolean> {
  const { files, signal } = options;
  const before = await files.read(nameHeartbeat(owner.token));
  if (options.namespace !== undefined && owner.namespace === options.namespace) {
    // Containers reuse the numbers of namespaces and processes: a former process with our own number is gone.
    const isFormer = owner.pid === options.pid && !HELD_HERE.has(owner.token);
    if (isFormer || !options.isProcessAlive(owner.pid)) return true;
    // The same machine, so the same clock.
    const silentMs = options.now().getTime() - Date.parse(before ?? owner.since);
    if (silentMs < SILENCE_MS) throw lockHeldError(options, owner);
  }
  options.onWait?.(
    `${describeOwner(owner)} holds the lock: ${owner.purpose}; waiting up to ${SILENCE_MS / 1_000} s for a heartbeat`,
  );
  for (let waitedMs = 0; waitedMs < SILENCE_MS; waitedMs += LOOK_MS) {
    await options.sleep(LOOK_MS, signal);
    if ((await files.read(nameHeartbeat(owner.token))) !== before) {
      if ((await readChain(files)).at(-1)?.token !== owner.token) return false;
      throw lockHeldError(options, owner);
    }
    if ((await readChain(files)).at(-1)?.token !== owner.token) return false;
  }
  return true;
}

function createHandle(
  { files, now, purpose, unlockCommand }: LockOptions,
  { token }: LockOwner,
  name: string,
): LockHandle & { abandon(): Promise<void> } {
  const timer = setInterval(() => {
    // Where it cannot be written now, the next may; a lock that was taken away is noticed by `assertHeld`.
    files.renew(nameHeartbeat(token), now().toISOString()).catch(() => undefined);
  }, HEARTBEAT_MS);
  timer.unref();
  HELD_HERE.add(token);
  return {
    token,
    async assertHeld() {
      if ((await readChain(files)).at(-1)?.token !== token) throw lockLostError(purpose, unlockCommand);
    },
    async release() {
      clearInterval(timer);
      HELD_HERE.delete(token);
      const chain = await readChain(files);
      if (chain.at(-1)?.token === token) await removeChain(files, chain);
      else await files.remove(nameHeartbeat(token));
    },
    async abandon() {
      clearInterval(timer);
      HELD_HERE.delete(token);
      await files.remove(name);
    },
  };
}

function describeOwner({ pid, host }: LockOwner): string {
  return host === '' ? 'somebody' : `process ${pid} on ${host}`;
}

function lockHeldError(options: LockOptions, owner: LockOwner | undefined): BrctlError {
  const who = owner === undefined ? 'another brctl' : describeOwner(owner);
  return new BrctlError(`another brctl is already running: ${owner?.purpose || options.purpose}`, {
    kind: 'locked',
    code: 'lock.held',
    retryable: true,
    why: `${who} holds the lock${owner?.since ? ` since ${owner.since}` : ''}`,
    hint: `retry when it has finished; if you are sure it is gone: ${options.unlockCommand}`,
    data: { lock: options.files.place, ...(owner && { pid: owner.pid, host: owner.host }) },
  });
}

function lockLostError(purpose: string, unlockCommand: string): BrctlError {
  return new BrctlError(`the lock was lost: ${purpose}`, {
    kind: 'locked',
    code: 'lock.lost',
    retryable: true,
    why: `another brctl took over after 60 s without a heartbeat from this one, or someone ran ${unlockCommand}; nothing more was sent`,
    hint: 'retry when the other brctl has finished',
  });
}

const isToken: Validator<string> = (value): value is string => isText(value) && /^[\w-]+$/.test(value);

const isLockOwner = isObjectOf(
  /** Random: the token alone tells whose the lock is. */
  { token: isToken, pid: isNumber, host: isText, since: isText, purpose: isText },
  /** Where `pid` means this process; see `readPidNamespace`. */
  { namespace: isText },
);

/** Who holds a lock, as its file says. */
export type LockOwner = ValueOf<typeof isLockOwner>;

/** Of a file that tells nothing, as a crash leaves one: somebody, but nobody knows who. */
const NOBODY_KNOWN: LockOwner = { token: 'unreadable', pid: 0, host: '', since: '', purpose: '' };
