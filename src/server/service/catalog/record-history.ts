import { withDatabase } from '../../../base/files/sqlite.ts';
import { recordOperations } from '../../../catalog/delta/record-operations.ts';
import type { CatalogVersion, VersionFindings } from '../../../protocol/control-documents.ts';
import { openRecordVersions, type RecordSpan } from '../../store/record-versions.ts';
import type { VersionRow } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { type LoadContent, runSideTask, type SideTaskOf, type StoredVersion } from '../jobs/job-task.ts';
import { Refusal } from '../refusals.ts';
import { unknownCatalogRefusal } from '../registry/catalog-registry.ts';
import { type HasRecordsFile, shareFile } from '../registry/records-files.ts';
import {
  type CatalogHistory,
  type PointInTime,
  resolvePointInTime,
  resolveVersion,
} from './point-in-time.ts';

/** A version with what made it; of one that was not noted, as after a crash, only the number is known. */
export type KnownVersion = Pick<VersionRow, 'version'> & Partial<VersionRow>;

/** One record as it was in a version; JSON texts. */
export interface RecordState {
  version: number;
  record: string;
  written: KnownVersion;
  line: number | null;
  /** The published state; its record is null if it has none. */
  published: { version: number; record: string | null } | null;
}

export interface RecordChange {
  made: KnownVersion;
  /** `present`: it was so in the oldest version that is kept, whatever had made it. */
  kind: 'added' | 'changed' | 'removed' | 'present';
  line: number | null;
  operations: string[];
}

/** From a version on the record is so; no JSON text where there is none. */
interface RecordStep {
  version: number;
  json: string | undefined;
  line: number | null;
}

/** Guard report of a client on one of its loads. */
export type StoredReport = Pick<VersionFindings, 'because' | 'guards'>;

const MAX_REPORT_BYTES = 16_384;

/** Text of the states of a record that are compared at a time: they are parsed, on the thread that answers everyone. */
const MAX_TEXT_LENGTH = 1_000_000;

export class RecordHistory {
  readonly #context: JobContext;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** The versions that can be read, newest first. @throws Refusal `unknown_catalog` */
  versions(catalog: string): { versions: VersionRow[]; publishedVersion: number | null } {
    const { versions, published } = this.#find(catalog);
    return { versions: versions.toReversed(), publishedVersion: published?.version ?? null };
  }

  /** A record as it was at a version, job or time (RFC 3339); now where undefined. @throws Refusal `unknown_…` */
  record(catalog: string, id: string, point?: string): RecordState {
    const history = this.#find(catalog);
    const { versions, published } = history;
    const row = resolveVersion(this.#context.book, history, point);
    const span = this.#readSpan(row, id);
    if (span === undefined) throw unknownRecordRefusal(catalog, id, row.version);
    const { json, line, from } = span;
    const isKnown = isKnownToBeginIn(from, versions);
    return {
      version: row.version,
      record: json,
      written: isKnown ? findKnownVersion(versions, from) : { version: from },
      line: isKnown ? line : null,
      published: published && {
        version: published.version,
        record: this.#readSpan(published, id)?.json ?? null,
      },
    };
  }

  /** @param point as of {@link record}. @throws Refusal `unknown_catalog`, `unknown_version` */
  moment(catalog: string, point: string): PointInTime {
    return resolvePointInTime(this.#context, this.#find(catalog), point);
  }

  /** History of a record. @throws Refusal `unknown_catalog`, `unknown_record` */
  changes(catalog: string, id: string, maxChanges: number): { changes: RecordChange[]; isComplete: boolean } {
    const { versions, family } = this.#find(catalog);
    const oldest = versions[0] as VersionRow;
    const changes: RecordChange[] = [];
    const addChange = ({ version, json, line }: RecordStep, before: string | undefined) => {
      const operations = recordOperations(family, id, before, json);
      const kind = before === undefined ? 'added' : json === undefined ? 'removed' : 'changed';
      const made = findKnownVersion(versions, version);
      if (operations.length > 0) changes.push({ made, kind, line, operations });
    };
    let room = MAX_TEXT_LENGTH;
    let isWhole = true;
    let newer: RecordStep | undefined;
    for (const step of this.#readSteps(id, versions)) {
      // A PUT that brought the same text is no step.
      if (newer !== undefined && newer.json !== step.json) addChange(newer, step.json);
      room -= step.json?.length ?? 0;
      const isTooLong = room <= 0 && changes.length > 0 && step.json !== undefined;
      isWhole = changes.length <= maxChanges && !isTooLong;
      newer = step;
      if (!isWhole || step.version <= oldest.version) break;
    }
    if (isWhole && newer !== undefined) {
      const { version, json, line } = newer;
      const made = findKnownVersion(versions, version);
      const knownLine = isKnownToBeginIn(version, versions) ? line : null;
      if (oldest.version === 1) addChange(newer, undefined);
      else if (json !== undefined) changes.push({ made, kind: 'present', line: knownLine, operations: [] });
    }
    if (changes.length === 0 && isWhole)
      throw unknownRecordRefusal(catalog, id, versions.at(-1)?.version ?? 0);
    const isComplete = isWhole && changes.length <= maxChanges && changes.at(-1)?.kind !== 'present';
    return { changes: changes.slice(0, maxChanges), isComplete };
  }

  /** Versions as of {@link record}. @throws Refusal `unknown_catalog`, `unknown_version` */
  async difference(catalog: string, from: string, to: string, maxIds: number) {
    const history = this.#find(catalog);
    const [old, present] = [from, to].map((point): StoredVersion => {
      const row = resolveVersion(this.#context.book, history, point);
      return { file: this.#context.records.of(row), version: row.version };
    }) as [StoredVersion, StoredVersion];
    const task = { family: history.family, from: old, to: present, maxIds };
    const what = `cannot compare versions of ${catalog}`;
    const difference = await runSideTask(this.#context.pool, 'compare', task, what);
    return { ...difference, from: old.version, to: present.version };
  }

  searchBodies(bodies: SideTaskOf<'searchBodies'>['bodies'], id: string): Promise<readonly LoadContent[]> {
    const task = runSideTask(this.#context.pool, 'searchBodies', { bodies, id }, 'bodies not searched');
    return task.catch(() => []);
  }

  /** Stores a guard report as long as its version. @param point a version, or the job that made it. @throws Refusal `unknown_…`, `payload_too_large` */
  async storeReport(catalog: string, point: string, report: StoredReport): Promise<VersionRow> {
    const { store, versions } = this.#context;
    const row = this.#findReported(catalog, point);
    const text = JSON.stringify(report);
    if (Buffer.byteLength(text) > MAX_REPORT_BYTES)
      throw new Refusal('payload_too_large', `findings may take ${MAX_REPORT_BYTES} bytes`);
    versions.noteFindings(row, text);
    await store.flush();
    return row;
  }

  /** @param point as of {@link storeReport}. @throws Refusal `unknown_catalog`, `unknown_version` */
  report(catalog: string, point: string): { row: VersionRow; report: StoredReport } {
    const row = this.#findReported(catalog, point);
    return { row, report: this.#readReport(row) ?? { because: null, guards: [] } };
  }

  countVerdicts(row: VersionRow): CatalogVersion['guards'] {
    const report = this.#readReport(row);
    if (report === undefined) return null;
    const counts = { passed: 0, allowed: 0, unknown: 0 };
    for (const { verdict } of report.guards) counts[verdict] += 1;
    return counts;
  }

  #readReport(row: VersionRow): StoredReport | undefined {
    const text = this.#context.versions.findings(row);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** No other version than the named one: a report is of one load. */
  #findReported(catalog: string, point: string): VersionRow {
    const { versions } = this.#find(catalog);
    const row = versions.find(({ version, jobId }) => jobId === point || String(version) === point);
    if (row !== undefined) return row;
    throw new Refusal('unknown_version', `${catalog} has no stored version ${JSON.stringify(point)}`);
  }

  #find(catalog: string): CatalogHistory {
    const entry = this.#context.registry.find(catalog);
    const versions = entry === undefined ? [] : this.#context.versions.of(entry.row.id);
    if (entry === undefined || versions.length === 0) throw unknownCatalogRefusal(catalog);
    return { catalog, family: entry.row.family ?? 'products', versions, published: entry.published };
  }

  #readSpan(row: HasRecordsFile<string> & { version: number }, id: string): RecordSpan | undefined {
    const file = this.#context.records.of(row);
    return withDatabase(openRecordVersions(file), (records) => records.at(id, row.version));
  }

  /** The states of a record, newest first, from the file of each PUT. */
  *#readSteps(id: string, versions: readonly VersionRow[]): Generator<RecordStep> {
    const firstOfFiles = versions.filter((row, index) => !shareFile(versions[index - 1], row));
    for (const row of firstOfFiles.reverse()) {
      const records = openRecordVersions(this.#context.records.of(row));
      try {
        yield* listSteps(records.spans(id), row.version);
      } finally {
        records.close();
      }
    }
  }
}

function unknownRecordRefusal(catalog: string, id: string, version: number): Refusal {
  const name = JSON.stringify(id);
  return new Refusal('unknown_record', `version ${version} of ${catalog} has no record ${name}`);
}

function findKnownVersion(versions: readonly VersionRow[], version: number): KnownVersion {
  return versions.find((row) => row.version === version) ?? { version };
}

/** A record in the oldest stored version may be older still, unless that version was a PUT. */
function isKnownToBeginIn(version: number, [oldest]: readonly VersionRow[]): boolean {
  if (oldest === undefined || version > oldest.version) return true;
  return version === oldest.version && (oldest.type === 'ingest full' || oldest.version === 1);
}

/** The states of a record in one file, newest first. @param first the version that began the file */
function* listSteps(spans: Iterable<RecordSpan>, first: number): Generator<RecordStep> {
  let newerFrom = Number.POSITIVE_INFINITY;
  for (const { json, from, line, until, untilLine } of spans) {
    if (until !== null && until !== newerFrom) yield { version: until, json: undefined, line: untilLine };
    yield { version: from, json, line };
    newerFrom = from;
  }
  if (newerFrom > first) yield { version: first, json: undefined, line: null };
}
