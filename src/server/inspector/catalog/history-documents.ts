/** A version of a catalog by what made it; null where that is not known, or no call did. */
export interface Maker {
  version: number;
  type: string | null;
  job_id: string | null;
  request_id: string | null;
  source: string | null;
  applied_at: string | null;
}

/** `brctl.catalog-versions/1`, newest first. */
export interface CatalogVersions {
  published_version: number | null;
  versions: (Maker & {
    records: number | null;
    added: number | null;
    changed: number | null;
    removed: number | null;
    /** Null where nobody has told what guards said of its load. */
    guards: { passed: number; allowed: number; unknown: number } | null;
  })[];
}

/** `brctl.version-findings/1`: what the guards of a push said of the load that made a version. */
export interface GuardReports {
  because: string | null;
  guards: {
    code: string;
    verdict: 'passed' | 'allowed' | 'unknown';
    why: string;
    examples: string[];
    lines: number[];
  }[];
}

/** `brctl.record/1`. */
export interface RecordDocument {
  version: number;
  /** Null where the version has none. */
  record: unknown;
  written: (Maker & { line: number | null }) | null;
}

/** `brctl.record-history/1`, newest first. */
export interface RecordHistory {
  complete: boolean;
  changes: (Maker & { kind: string; line: number | null; operations: unknown[] })[];
}

/** Some ids, and how many there are. */
interface SomeIds {
  count: number;
  ids: string[];
}

/** `brctl.version-difference/1`. */
export interface VersionDifferenceDocument {
  from: number;
  to: number;
  added: SomeIds;
  changed: SomeIds;
  removed: SomeIds;
}
