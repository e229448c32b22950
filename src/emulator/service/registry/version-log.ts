import type { CatalogRow, VersionRow } from '../../store/state-rows.ts';
import type { StateStore } from '../../store/state-store.ts';

/** How much of the past is kept of each catalog; the oldest goes first. */
export interface HistoryLimits {
  maxBytes: number;
  maxAgeMs: number;
}

/** Files of earlier PUTs that are kept of each catalog: small ones would become thousands. */
const MAX_EARLIER_FILES = 100;

/** 7 days or 256 MB of records, whichever is reached first. */
export const DEFAULT_HISTORY: HistoryLimits = { maxBytes: 256_000_000, maxAgeMs: 7 * 24 * 3_600_000 };

/**
 * Up to which version what a version replaced is history no more: the version itself is the oldest that can be read.
 *
 * @param versions oldest first, at least one
 * @param limits null keeps nothing but the last version
 */
export function collectedUpTo(
  versions: readonly VersionRow[],
  limits: HistoryLimits | null,
  nowMs: number,
): number {
  const oldest = versions[0]?.version ?? 0;
  const newest = versions.at(-1);
  if (limits === null) return newest?.version ?? 0;
  let bytes = 0;
  let earlierFiles = 0;
  for (let at = versions.length - 1; at >= 0; at--) {
    const row = versions[at] as VersionRow;
    // The file of an earlier PUT counts as a whole, with what had become history in it.
    const isFirstOfFile = versions[at - 1]?.recordsFile !== row.recordsFile;
    if (isFirstOfFile) earlierFiles++;
    if (isFirstOfFile || row.recordsFile === newest?.recordsFile) bytes += row.endedBytes;
    const isTooMuch = bytes > limits.maxBytes || earlierFiles > MAX_EARLIER_FILES;
    if (isTooMuch || row.appliedMs < nowMs - limits.maxAgeMs) return row.version;
  }
  return oldest - 1;
}

/** The versions of each catalog that can still be read, in memory as in the store. */
export class VersionLog {
  readonly #store: StateStore;
  readonly #now: () => number;
  readonly #byCatalog = new Map<number, VersionRow[]>();

  constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.reload();
  }

  /** Takes the versions from the store; the history of a catalog that has none begins with what it holds. */
  reload(): void {
    this.#byCatalog.clear();
    for (const row of this.#store.versions()) {
      const known = this.#byCatalog.get(row.catalogId);
      if (known === undefined) this.#byCatalog.set(row.catalogId, [row]);
      else known.push(row);
    }
    for (const row of this.#store.catalogs()) {
      if (row.recordsFile === null || this.#byCatalog.has(row.id)) continue;
      const first = firstVersion(row, row.recordsFile, this.#now());
      this.#store.addVersion(first);
      this.#byCatalog.set(row.id, [first]);
    }
  }

  /** Oldest first. */
  of(catalogId: number): readonly VersionRow[] {
    return this.#byCatalog.get(catalogId) ?? [];
  }

  /** Stores a new version and forgets those before `oldest`; belongs into the transaction that stores the catalog. */
  add(row: VersionRow, oldest: number): void {
    this.#store.addVersion(row);
    this.#store.deleteVersions(row.catalogId, oldest);
  }

  /** Shows what has been stored. */
  show(row: VersionRow, oldest: number): void {
    const kept = this.of(row.catalogId).filter(({ version }) => version >= oldest && version !== row.version);
    this.#byCatalog.set(row.catalogId, [...kept, row]);
  }

  /** Names of all files of records that history needs. */
  files(): Set<string> {
    return new Set([...this.#byCatalog.values()].flat().map(({ recordsFile }) => recordsFile));
  }
}

function firstVersion(
  { id, version, records }: CatalogRow,
  recordsFile: string,
  appliedMs: number,
): VersionRow {
  const unknown = { type: null, jobId: null, requestId: null, source: null, added: null, changed: null };
  return {
    catalogId: id,
    version,
    appliedMs,
    records,
    recordsFile,
    endedBytes: 0,
    removed: null,
    ...unknown,
  };
}
