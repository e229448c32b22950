import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { pid } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { type Announcement, announcementDocument, announcementId } from '../cluster/index-state.ts';
import type { ControlDocuments } from './control-documents.ts';
import { changeFenced } from './fenced-document.ts';
import type { Lease, LeaseHolder } from './lease.ts';
import { Leases } from './leases.ts';
import { steadyMs } from './write-gate.ts';

/** Long enough for a cluster to find a new leader; a stand-by waits for so long. */
const LEASE_MS = 10_000;

/** Nobody has written the catalog before. */
const FIRST_TERM = 1;

/** This process as the writer of catalogs: it has the lease of each that it writes, and announces versions under it. */
export class CatalogWriters {
  readonly #documents: ControlDocuments;
  readonly #scope: string;
  readonly #leases: Leases;

  /** @param owner whose records the indexes are made of; its data folder is this process's alone */
  constructor(documents: ControlDocuments, scope: string, owner: string) {
    this.#documents = documents;
    this.#scope = scope;
    const times = {
      lastsMs: LEASE_MS,
      nowMs: steadyMs,
      wait: (ms: number, signal?: AbortSignal) =>
        wait(ms, undefined, { ref: false, ...(signal && { signal }) }),
    };
    this.#leases = new Leases(documents, scope, holderOf(owner), times, (lease, catalog) =>
      this.#fence(lease, catalog),
    );
  }

  /**
   * The lease of a catalog, held.
   *
   * @throws BrctlError `engine.written_elsewhere` where another process writes it
   */
  lease(catalog: string, signal?: AbortSignal): Promise<Lease> {
    return this.#leases.of(catalog, signal);
  }

  /** @throws BrctlError `engine.lease_lost`, `engine.written_elsewhere` */
  async announce(announcement: Announcement): Promise<void> {
    const { scope, catalog } = announcement;
    const lease = await this.lease(catalog);
    const document = announcementDocument(announcement);
    await changeFenced(this.#documents, announcementId(scope, catalog), lease, () => document);
  }

  close(): Promise<void> {
    return this.#leases.close();
  }

  /** What a former writer still announces comes too late from now on. */
  async #fence(lease: Lease, catalog: string): Promise<void> {
    if (lease.term === FIRST_TERM) return;
    const id = announcementId(this.#scope, catalog);
    await changeFenced(this.#documents, id, lease, (found) => found?.body ?? null);
  }
}

function holderOf(owner: string): LeaseHolder {
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
