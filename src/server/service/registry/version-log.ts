import type { CatalogRow, PublishedRow, VersionRow } from '../../store/state-rows.ts';
import type { StateStore } from '../../store/state-store.ts';

/** How much of the past is kept of each catalog; the oldest goes first. */
export interface HistoryLimits {
  maxBytes: number;
  maxAgeMs: number;
}

/** Versions that are kept of each catalog: a PATCH a second would make 600,000 in 7 days. */
const MAX_VERSIONS = 10_000;
/** Files of earlier PUTs that are kept of each catalog: small ones would become thousands. */
const MAX_EARLIER_FILES = 100;

/** 7 days or 256 MB of records, whichever is reached first. */
export const DEFAULT_HISTORY: HistoryLimits = { maxBytes: 256_000_000, maxAgeMs: 7 * 24 * 3_600_000 };

/** The oldest version that can be read; what it replaced is history no more. @param limits null keeps the last version alone */
function findLowWatermark(versions: readonly VersionRow[], limits: HistoryLimits | null, nowMs: number) {
  const newest = versions.at(-1);
  if (limits === null) return newest?.version ?? 0;
  let bytes = 0;
  let earlierFiles = 0;
  for (const [count, row] of [...versions].reverse().entries()) {
    // The file of an earlier PUT counts as a whole, with what had become history in it.
    const isFirstOfFile = versions.at(-count - 2)?.recordsFile !== row.recordsFile;
    if (isFirstOfFile) earlierFiles++;
    if (isFirstOfFile || row.recordsFile === newest?.recordsFile) bytes += row.endedBytes;
    const isTooMuch = bytes > limits.maxBytes || earlierFiles > MAX_EARLIER_FILES || count >= MAX_VERSIONS;
    if (isTooMuch || row.appliedMs < nowMs - limits.maxAgeMs) return row.version;
  }
  return (versions[0]?.version ?? 0) - 1;
}

export type VersionHistory = ReturnType<typeof openVersionHistory>;

/** @param limits null keeps the last version alone */
export function openVersionHistory(store: StateStore, now: () => number, limits: HistoryLimits | null) {
  const byCatalog = new Map<number, VersionRow[]>();
  reload();

  /** Takes the versions from the store; the history of a catalog that has none begins with what it holds. */
  function reload(): void {
    byCatalog.clear();
    for (const row of store.versions()) {
      const known = byCatalog.get(row.catalogId);
      if (known === undefined) byCatalog.set(row.catalogId, [row]);
      else known.push(row);
    }
    for (const row of store.catalogs()) {
      if (!byCatalog.has(row.id)) byCatalog.set(row.id, begin(row));
    }
  }

  /** Stores the first version of a catalog, if it has records; `reload` shows it. */
  function begin({ id, version, records, recordsFile }: CatalogRow): VersionRow[] {
    if (recordsFile === null) return [];
    const maker = { type: null, jobId: null, requestId: null, source: null };
    const counts = { records, endedBytes: 0, added: null, changed: null, removed: null };
    const first = { catalogId: id, version, appliedMs: now(), recordsFile, ...maker, ...counts };
    store.addVersion(first);
    return [first];
  }

  /** Oldest first. */
  function listVersions(catalogId: number): readonly VersionRow[] {
    return byCatalog.get(catalogId) ?? [];
  }

  /** The oldest version to keep. @param next a version that comes behind the others */
  function findOldest(catalogId: number, next?: VersionRow): number {
    const versions = listVersions(catalogId);
    return findLowWatermark(next === undefined ? versions : [...versions, next], limits, now());
  }

  function listFiles(catalogId: number): ReadonlySet<string> {
    return new Set(listVersions(catalogId).map(({ recordsFile }) => recordsFile));
  }

  return {
    reload,
    begin,
    of: listVersions,
    lowWatermark: findOldest,
    /** Rows superseded at this version or before are used by no index, and beyond what history keeps. */
    collectableVersion({ id, version, recordsFile }: CatalogRow, published: PublishedRow | null): number {
      const indexed = published?.recordsFile === recordsFile ? published.version : version;
      return Math.min(indexed, findOldest(id));
    },
    /** Stores a new version and forgets those before `oldest`; belongs into the transaction that stores the catalog. */
    add(row: VersionRow, oldest: number): void {
      store.addVersion(row);
      store.deleteVersions(row.catalogId, oldest);
    },
    show(row: VersionRow, oldest: number): void {
      const { catalogId } = row;
      const kept = listVersions(catalogId).filter(
        ({ version }) => version >= oldest && version !== row.version,
      );
      byCatalog.set(catalogId, [...kept, row]);
    },
    forgetBefore(catalogId: number, oldest: number): void {
      store.deleteVersions(catalogId, oldest);
      const kept = listVersions(catalogId).filter(({ version }) => version >= oldest);
      byCatalog.set(catalogId, kept);
    },
    /** Keeps what was told about a version, a JSON text; it counts as history does, and goes with the version. */
    noteFindings(row: VersionRow, findings: string): void {
      const { catalogId, version } = row;
      const before = store.findings(catalogId, version);
      const addedBytes = Buffer.byteLength(findings) - Buffer.byteLength(before ?? '');
      const grown = { ...row, endedBytes: row.endedBytes + addedBytes };
      store.saveFindings(grown, findings);
      const versions = listVersions(catalogId).map((each) => (each.version === version ? grown : each));
      byCatalog.set(catalogId, versions);
    },
    /** The guard report of a version as JSON; undefined if there is none. */
    findings: ({ catalogId, version }: VersionRow) => store.findings(catalogId, version),
    filesOf: listFiles,
    files: () => new Set([...byCatalog.keys()].flatMap((catalogId) => [...listFiles(catalogId)])),
  };
}
