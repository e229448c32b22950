import { readFile, stat } from 'node:fs/promises';

/** Who holds a lock, as its file says. */
export interface LockOwner {
  pid: number;
  host: string;
  /** Tells two locks of one process apart. */
  token: string;
  since: string;
  purpose: string;
}

/** What is needed to tell whether an owner still lives. */
export interface OwnerCheck {
  /** This machine's name. */
  host: string;
  now(): Date;
  isProcessAlive(pid: number): boolean;
}

/** Owners touch their lock every few seconds; one that is this late is gone. */
const STALE_AFTER_MS = 60_000;
/** On this machine the process can be asked for; only a number that another process has taken over lies that long. */
const STALE_ON_THIS_HOST_MS = 3_600_000;

/** The owner that a lock file names; undefined when there is none. An unreadable file belongs to nobody alive. */
export async function readOwner(file: string): Promise<LockOwner | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return { pid: 0, host: '', token: '', since: '', purpose: '' };
  }
}

/** Is the owner of this lock still at work? A machine that cannot be asked is judged by its heartbeat. */
export async function isOwnerAlive(file: string, owner: LockOwner, check: OwnerCheck): Promise<boolean> {
  if (owner.pid <= 0) return false;
  const silentMs = await silence(file, check.now());
  if (owner.host !== check.host) return silentMs < STALE_AFTER_MS;
  return check.isProcessAlive(owner.pid) && silentMs < STALE_ON_THIS_HOST_MS;
}

async function silence(file: string, now: Date): Promise<number> {
  try {
    return now.getTime() - (await stat(file)).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
