import { recordOperations } from '../../../catalog/delta/record-operations.ts';
import type { CatalogVersion, VersionFindings } from '../../../protocol/control-documents.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { openRecordVersions, type RecordSpan, type RecordVersions } from '../../store/record-versions.ts';
import type { PublishedRow, VersionRow } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import {
  type LoadContent,
  runSideTask,
  type SideTaskOf,
  type StoredVersion,
  type VersionDifference,
} from '../jobs/job-task.ts';
import { Refusal } from '../refusals.ts';
import { unknownCatalogRefusal } from '../registry/catalog-registry.ts';
import { type HasRecordsFile, shareFile } from '../registry/records-files.ts';
import { type PointInTime, resolvePointInTime, resolveVersion } from './point-in-time.ts';

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
interface Step {
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
  record(catalog: string, id: string, at?: string): RecordState {
    const found = this.#find(catalog);
    const row = resolveVersion(this.#context, catalog, found.versions, at);
    const { version } = row;
    const span = this.#read(row, (records) => records.at(id, version));
    if (span === undefined) throw this.#unknownRecord(catalog, id, version);
    const { json, line, from } = span;
    const isKnown = isKnownToBeginIn(from, found.versions);
    return {
      version,
      record: json,
      written: isKnown ? knownVersion(found.versions, from) : { version: from },
      line: isKnown ? line : null,
      published: this.#published(id, found.published),
    };
  }

  /** @param at as of {@link record}. @throws Refusal `unknown_catalog`, `unknown_version` */
  moment(catalog: string, at: string): PointInTime {
    const { versions } = this.#find(catalog);
    return resolvePointInTime(this.#context, catalog, versions, at);
  }

  /** History of a record. @throws Refusal `unknown_catalog`, `unknown_record` */
  changes(catalog: string, id: string, maxChanges: number): { changes: RecordChange[]; isComplete: boolean } {
    const { versions, family } = this.#find(catalog);
    const { steps, isWhole } = this.#steps(id, versions, maxChanges);
    const oldest = versions[0] as VersionRow;
    const changes: RecordChange[] = [];
    let before: string | undefined;
    for (const [at, { version, json, line }] of steps.entries()) {
      const made = knownVersion(versions, version);
      const isBase = version <= oldest.version && oldest.version > 1;
      if (isBase && json !== undefined && isWhole) {
        changes.push({
          made,
          kind: 'present',
          line: isKnownToBeginIn(version, versions) ? line : null,
          operations: [],
        });
      } else if (!isBase && (isWhole || at > 0)) {
        const operations = recordOperations(family, id, before, json);
        const kind = before === undefined ? 'added' : json === undefined ? 'removed' : 'changed';
        if (operations.length > 0) changes.push({ made, kind, line, operations });
      }
      before = json;
    }
    if (changes.length === 0 && isWhole)
      throw this.#unknownRecord(catalog, id, versions.at(-1)?.version ?? 0);
    const isComplete = isWhole && changes[0]?.kind !== 'present';
    return { changes: changes.toReversed(), isComplete };
  }

  /** Versions as of {@link record}. @throws Refusal `unknown_catalog`, `unknown_version` */
  async difference(
    catalog: string,
    from: string,
    to: string,
    maxIds: number,
  ): Promise<VersionDifference & { from: number; to: number }> {
    const { versions, family } = this.#find(catalog);
    const [old, present] = [from, to].map((at): StoredVersion => {
      const row = resolveVersion(this.#context, catalog, versions, at);
      return { file: this.#context.records.of(row), version: row.version };
    }) as [StoredVersion, StoredVersion];
    const task = { family, from: old, to: present, maxIds };
    const what = `cannot compare versions of ${catalog}`;
    const difference = await runSideTask(this.#context.pool, 'compare', task, what);
    return { ...difference, from: old.version, to: present.version };
  }

  searchBodies(bodies: SideTaskOf<'searchBodies'>['bodies'], id: string): Promise<readonly LoadContent[]> {
    const task = runSideTask(this.#context.pool, 'searchBodies', { bodies, id }, 'bodies not searched');
    return task.catch(() => []);
  }

  /** Stores a guard report as long as its version. @param at a version, or the job that made it. @throws Refusal `unknown_…`, `payload_too_large` */
  async storeReport(catalog: string, at: string, report: StoredReport): Promise<VersionRow> {
    const { store, versions } = this.#context;
    const row = this.#reported(catalog, at);
    const text = JSON.stringify(report);
    if (Buffer.byteLength(text) > MAX_REPORT_BYTES)
      throw new Refusal('payload_too_large', `findings may take ${MAX_REPORT_BYTES} bytes`);
    versions.noteFindings(row, text);
    await store.flush();
    return row;
  }

  /** @param at as of {@link storeReport}. @throws Refusal `unknown_catalog`, `unknown_version` */
  report(catalog: string, at: string): { row: VersionRow; report: StoredReport } {
    const row = this.#reported(catalog, at);
    return { row, report: this.#reportOf(row) ?? { because: null, guards: [] } };
  }

  countVerdicts(row: VersionRow): CatalogVersion['guards'] {
    const report = this.#reportOf(row);
    if (report === undefined) return null;
    const counts = { passed: 0, allowed: 0, unknown: 0 };
    for (const { verdict } of report.guards) counts[verdict] += 1;
    return counts;
  }

  #reportOf(row: VersionRow): StoredReport | undefined {
    const text = this.#context.versions.findings(row);
    return text === undefined ? undefined : JSON.parse(text);
  }

  /** No other version than the named one: a report is of one load. */
  #reported(catalog: string, at: string): VersionRow {
    const { versions } = this.#find(catalog);
    const row = versions.find(({ version, jobId }) => jobId === at || String(version) === at);
    if (row !== undefined) return row;
    throw new Refusal('unknown_version', `${catalog} has no version ${JSON.stringify(at)} that is kept`);
  }

  #find(catalog: string): {
    family: RecordFamily;
    versions: readonly VersionRow[];
    published: PublishedRow | null;
  } {
    const entry = this.#context.registry.find(catalog);
    const versions = entry === undefined ? [] : this.#context.versions.of(entry.row.id);
    if (entry === undefined || versions.length === 0) throw unknownCatalogRefusal(catalog);
    return { family: entry.row.family ?? 'products', versions, published: entry.published };
  }

  #read<Result>(row: HasRecordsFile<string>, look: (records: RecordVersions) => Result): Result {
    const records = openRecordVersions(this.#context.records.of(row));
    try {
      return look(records);
    } finally {
      records.close();
    }
  }

  #published(id: string, published: PublishedRow | null): RecordState['published'] {
    if (published === null) return null;
    const { version } = published;
    const span = this.#read(published, (records) => records.at(id, version));
    return { version, record: span?.json ?? null };
  }

  /** The states of a record in order; not whole where there are more than `maxChanges` and one: then the first is where they begin. */
  #steps(
    id: string,
    versions: readonly VersionRow[],
    maxChanges: number,
  ): { steps: Step[]; isWhole: boolean } {
    const steps: Step[] = [];
    let room = MAX_TEXT_LENGTH;
    for (const row of generations(versions).reverse()) {
      const first = row.version;
      const most = maxChanges + 1 - steps.length;
      const spans = this.#read(row, (records) => take(records.spans(id), most, room)).reverse();
      for (const { json } of spans) room -= json.length;
      const isCut = spans.length === most || room <= 0;
      const older = stepsOf(spans, isCut ? (spans[0]?.from ?? first) : first);
      // A PUT that brought the same text is no step.
      if (older.at(-1)?.json === steps[0]?.json) steps.shift();
      steps.unshift(...older);
      if (isCut) return { steps, isWhole: false };
    }
    return { steps, isWhole: true };
  }

  #unknownRecord(catalog: string, id: string, version: number): Refusal {
    const name = JSON.stringify(id);
    return new Refusal('unknown_record', `version ${version} of ${catalog} has no record ${name}`);
  }
}

function knownVersion(versions: readonly VersionRow[], version: number): KnownVersion {
  return versions.find((row) => row.version === version) ?? { version };
}

/** A record in the oldest stored version may be older still, unless that version was a PUT. */
function isKnownToBeginIn(version: number, [oldest]: readonly VersionRow[]): boolean {
  if (oldest === undefined || version > oldest.version) return true;
  return version === oldest.version && (oldest.type === 'ingest full' || oldest.version === 1);
}

function generations(versions: readonly VersionRow[]): VersionRow[] {
  return versions.filter((row, at) => !shareFile(versions[at - 1], row));
}

/** Changes from the rows of a record, oldest first. */
function stepsOf(spans: readonly RecordSpan[], first: number): Step[] {
  const steps: Step[] = [];
  if ((spans[0]?.from ?? Number.POSITIVE_INFINITY) > first) {
    steps.push({ version: first, json: undefined, line: null });
  }
  for (const [at, { json, from, line, until, untilLine }] of spans.entries()) {
    steps.push({ version: from, json, line });
    if (until !== null && spans[at + 1]?.from !== until) {
      steps.push({ version: until, json: undefined, line: untilLine });
    }
  }
  return steps;
}

function take(spans: Iterable<RecordSpan>, count: number, maxLength: number): RecordSpan[] {
  const taken: RecordSpan[] = [];
  let length = 0;
  for (const span of spans) {
    if (taken.length === count) break;
    taken.push(span);
    length += span.json.length;
    // Two tell of a change, however long they are.
    if (length >= maxLength && taken.length > 1) break;
  }
  return taken;
}
