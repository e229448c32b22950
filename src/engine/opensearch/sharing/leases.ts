import type { ControlDocuments } from './control-documents.ts';
import { Lease, type LeaseHolder, type LeaseTimes } from './lease.ts';

/** Renewals in the time for which a lease lasts. */
const RENEWALS = 4;

/** The leases of one process: taken when a catalog is first written, renewed until the end. */
export class Leases {
  readonly #documents: ControlDocuments;
  readonly #scope: string;
  readonly #holder: LeaseHolder;
  readonly #times: LeaseTimes;
  readonly #taken: (lease: Lease, catalog: string) => Promise<void>;
  readonly #leases = new Map<string, Promise<Lease>>();
  readonly #ended = new AbortController();
  #renewing: Promise<void> | undefined;

  /** @param taken done with each lease that was taken, before it is used */
  constructor(
    documents: ControlDocuments,
    scope: string,
    holder: LeaseHolder,
    times: LeaseTimes,
    taken: (lease: Lease, catalog: string) => Promise<void>,
  ) {
    this.#documents = documents;
    this.#scope = scope;
    this.#holder = holder;
    this.#times = times;
    this.#taken = taken;
  }

  /**
   * The lease of a catalog, held.
   *
   * @throws BrctlError `engine.written_elsewhere`
   */
  async of(catalog: string, signal?: AbortSignal): Promise<Lease> {
    const known = await this.#leases.get(catalog)?.catch(() => undefined);
    if (known?.isHeld) return known;
    const taken = this.#take(catalog, signal);
    this.#leases.set(catalog, taken);
    const lease = await taken;
    this.#renewing ??= this.#keepRenewing();
    return lease;
  }

  /** Lets others write; a cluster that cannot be reached finds out by itself. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.#renewing;
    const leases = await Promise.allSettled(this.#leases.values());
    await Promise.allSettled(
      leases.flatMap((lease) => (lease.status === 'fulfilled' ? [lease.value.release()] : [])),
    );
  }

  async #take(catalog: string, signal?: AbortSignal): Promise<Lease> {
    const lease = new Lease(this.#documents, this.#scope, catalog, this.#holder, this.#times);
    await lease.take(signal);
    await this.#taken(lease, catalog);
    return lease;
  }

  async #keepRenewing(): Promise<void> {
    const { lastsMs, wait } = this.#times;
    for (;;) {
      try {
        await wait(lastsMs / RENEWALS, this.#ended.signal);
      } catch {
        return;
      }
      const leases = await Promise.allSettled(this.#leases.values());
      const held = leases.flatMap((lease) => (lease.status === 'fulfilled' ? [lease.value] : []));
      // One that fails is tried again; who writes meanwhile is told by `confirm`.
      await Promise.allSettled(held.filter(({ isHeld }) => isHeld).map((lease) => lease.renew()));
    }
  }
}
