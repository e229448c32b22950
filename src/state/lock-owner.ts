/** Who holds a lock, as its file says. */
export interface LockOwner {
  /** Random: it alone tells whose the lock is. */
  token: string;
  pid: number;
  host: string;
  /** Where `pid` means this process; see `pidNamespace`. */
  namespace?: string;
  since: string;
  purpose: string;
}

/** A file that tells nothing, as a crash leaves one: somebody's, but nobody knows whose. */
export const UNREADABLE = 'unreadable';

/** What a lock file says. */
export function parseOwner(text: string): LockOwner {
  try {
    const owner: Partial<LockOwner> | null = JSON.parse(text);
    if (typeof owner?.token === 'string' && /^[\w-]+$/.test(owner.token)) {
      return {
        token: owner.token,
        pid: Number(owner.pid),
        host: String(owner.host),
        ...(typeof owner.namespace === 'string' && { namespace: owner.namespace }),
        since: String(owner.since),
        purpose: String(owner.purpose),
      };
    }
  } catch {
    // No JSON: as good as any other text that is none of ours.
  }
  return { token: UNREADABLE, pid: 0, host: '', since: '', purpose: '' };
}
