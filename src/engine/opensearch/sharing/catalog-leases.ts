import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import { waitUnlessAborted } from '../../../base/process/wait-at-most.ts';
import { runForAll } from '../../call.ts';
import { toAnnouncementId } from './catalog-versions.ts';
import { type Contender, Lease, type LeaseHolder } from './lease.ts';

/** Long enough for a cluster to find a new leader; a stand-by waits for so long. */
export const LEASE_MS = 10_000;

/** The leases of the catalogs that this process writes, renewed until they are given back. */
export class CatalogLeases {
  readonly #contender: Contender;
  readonly #leases = new Map<string, Promise<Lease>>();
  readonly #ended = new AbortController();

  constructor(contender: Contender) {
    this.#contender = contender;
  }

  /**
   * The lease of a catalog, held. Callers that ask at once get the same.
   *
   * @param signal ends the wait of this caller
   * @throws BrctlError `engine.written_elsewhere` if another process writes the catalog; AbortedError
   */
  async lease(catalog: string, signal?: AbortSignal): Promise<Lease> {
    const taking = this.#leases.get(catalog) ?? this.#take(catalog);
    if (signal === undefined) return taking;
    return waitUnlessAborted(taking, signal).catch((error: unknown) => {
      throw signal.aborted ? new AbortedError() : error;
    });
  }

  /** The lease of a catalog if this process holds it, or nobody does; null without a wait if another process does. */
  async leaseIfFree(catalog: string): Promise<Lease | null> {
    const isFree = this.#leases.has(catalog) || (await new Lease(this.#contender, catalog).isFree());
    return isFree ? this.lease(catalog) : null;
  }

  /** Gives the lease of a catalog back that is never written again, and forgets it. */
  async forget(catalog: string): Promise<void> {
    const lease = await this.#leases.get(catalog)?.catch(() => undefined);
    await lease?.remove();
  }

  /** Lets others write; a cluster that cannot be reached finds out by itself. */
  async close(): Promise<void> {
    this.#ended.abort();
    await Promise.allSettled([...this.#leases.values()].map(async (taking) => (await taking).release()));
  }

  /** Others may wait for it, too: it has no caller. Once it is lost, or could not be taken, the next caller takes it anew. */
  #take(catalog: string): Promise<Lease> {
    const { scope } = this.#contender;
    const lease = new Lease(this.#contender, catalog);
    const taking = runForAll(async () => {
      await lease.take(this.#ended.signal);
      // Raises the fencing token on the announcement, so that late writes of the previous leaseholder fail.
      await lease.change(toAnnouncementId(scope, catalog), (announced) => announced?.body);
      lease.keepRenewing();
      return lease;
    });
    const forget = () => {
      if (this.#leases.get(catalog) === taking) this.#leases.delete(catalog);
    };
    this.#leases.set(catalog, taking);
    lease.lost.addEventListener('abort', forget);
    taking.catch(forget);
    return taking;
  }
}

/** @param owner whose records the indexes are made of; its data folder is this process's alone */
export function createLeaseHolder(owner: string): LeaseHolder {
  return { id: randomUUID(), name: `process ${pid} on ${hostname()}`, place: `${owner} ${readMachineId()}` };
}

/** The same for all processes until the machine starts again; containers of one machine have it in common. */
function readMachineId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
