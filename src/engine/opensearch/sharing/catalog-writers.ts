import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import type { Announcement, IndexState } from '../cluster/index-state.ts';
import type { ControlDocuments } from './control-documents.ts';
import { Lease, type LeaseHolder, type LeaseTimes } from './lease.ts';
import { readAnnouncement, toAnnouncementBody, toAnnouncementId } from './version-states.ts';
import { readMonotonicMs } from './write-gate.ts';

/** Long enough for a cluster to find a new leader; a stand-by waits for so long. */
const LEASE_MS = 10_000;
/** Renewals in the time for which a lease lasts. */
const RENEWALS = 4;
/** Nobody has written the catalog before. */
const FIRST_TERM = 1;

const TIMES: LeaseTimes = {
  lastsMs: LEASE_MS,
  nowMs: readMonotonicMs,
  wait: (ms, signal) => wait(ms, undefined, { ref: false, ...(signal && { signal }) }),
};

interface Held {
  taking: Promise<Lease>;
  lease?: Lease;
}

/** This process as the writer of catalogs: takes the lease of each that it writes, renews it until the end, and announces versions under it. */
export class FencedPublisher {
  readonly #documents: ControlDocuments;
  readonly #scope: string;
  readonly #holder: LeaseHolder;
  readonly #times: LeaseTimes;
  readonly #held = new Map<string, Held>();
  readonly #ended = new AbortController();
  #renewing: Promise<void> | undefined;

  constructor(documents: ControlDocuments, scope: string, holder: LeaseHolder, times: LeaseTimes = TIMES) {
    this.#documents = documents;
    this.#scope = scope;
    this.#holder = holder;
    this.#times = times;
  }

  /**
   * The lease of a catalog, held. Callers that ask at once get the same.
   *
   * @param signal ends the wait of this caller
   * @throws BrctlError `engine.written_elsewhere` if another process writes the catalog; AbortedError
   */
  async lease(catalog: string, signal?: AbortSignal): Promise<Lease> {
    if (signal?.aborted) throw new AbortedError();
    const known = this.#held.get(catalog);
    if (known !== undefined && known.lease?.isHeld !== false) return unlessAborted(known.taking, signal);
    const held: Held = { taking: this.#take(catalog) };
    this.#held.set(catalog, held);
    held.taking.then(
      (lease) => {
        held.lease = lease;
        this.#renewing ??= this.#keepRenewing();
      },
      () => {
        if (this.#held.get(catalog) === held) this.#held.delete(catalog);
      },
    );
    return unlessAborted(held.taking, signal);
  }

  /** The lease of a catalog if this process holds it, or nobody does; null without a wait if another process does. */
  async leaseIfFree(catalog: string): Promise<Lease | null> {
    const isFree = this.#held.has(catalog) || (await this.#newLease(catalog).isFree());
    return isFree ? this.lease(catalog) : null;
  }

  /**
   * Announces a version under the lease of its catalog.
   *
   * @param check given what is announced now; throws to keep it
   * @throws BrctlError `engine.lease_lost`, `engine.written_elsewhere`
   */
  async announce(
    announcement: Announcement,
    check: (announced: IndexState | null) => void = () => undefined,
  ): Promise<void> {
    const { scope, catalog } = announcement;
    const body = toAnnouncementBody(announcement);
    const lease = await this.lease(catalog);
    await lease.change(toAnnouncementId(scope, catalog), (found) => {
      check(found === null ? null : readAnnouncement(found.body).state);
      return body;
    });
  }

  /** Gives the lease of a catalog back that is never written again, and forgets it. */
  async forget(catalog: string): Promise<void> {
    const lease = await this.#held.get(catalog)?.taking.catch(() => undefined);
    this.#held.delete(catalog);
    await lease?.remove();
  }

  /** Lets others write; a cluster that cannot be reached finds out by itself. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#renewing;
    const leases = await Promise.allSettled([...this.#held.values()].map(({ taking }) => taking));
    await Promise.allSettled(
      leases.map((lease) => (lease.status === 'fulfilled' ? lease.value.release() : undefined)),
    );
  }

  #newLease(catalog: string): Lease {
    return new Lease(this.#documents, this.#scope, catalog, this.#holder, this.#times);
  }

  async #take(catalog: string): Promise<Lease> {
    const lease = this.#newLease(catalog);
    await lease.take(this.#ended.signal);
    // Raises the fencing token on the announcement, so that late writes of the previous leaseholder fail.
    if (lease.term > FIRST_TERM) {
      await lease.change(toAnnouncementId(this.#scope, catalog), (found) => found?.body ?? null);
    }
    return lease;
  }

  async #keepRenewing(): Promise<void> {
    const { lastsMs, wait: pause } = this.#times;
    for (;;) {
      try {
        await pause(lastsMs / RENEWALS, this.#ended.signal);
      } catch {
        return;
      }
      const held = [...this.#held.values()].flatMap(({ lease }) => (lease?.isHeld ? [lease] : []));
      // A failure is retried; `confirm` reports another writer.
      await Promise.allSettled(held.map((lease) => lease.renew()));
    }
  }
}

/** The promise, unless the signal ends the wait for it. */
async function unlessAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise;
  const waiting = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new AbortedError()), { signal: waiting.signal });
  });
  return Promise.race([promise, aborted]).finally(() => waiting.abort());
}

/** @param owner whose records the indexes are made of; its data folder is this process's alone */
export function createLeaseHolder(owner: string): LeaseHolder {
  return {
    id: randomUUID(),
    name: `process ${pid} on ${hostname()}`,
    place: `${owner} ${machineId()}`,
  };
}

/** The same for all processes until the machine starts again; containers of one machine have it in common. */
function machineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
