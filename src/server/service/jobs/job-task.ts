import { AbortFlag } from '../../../base/process/abort-flag.ts';
import type { WorkerPool } from '../../../base/process/worker-pool.ts';
import type { BuiltIndex } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { HeadChanges } from '../../store/head-writer.ts';
import type { IncompleteCounts } from '../../store/incomplete-products.ts';
import type { CapturedBody } from '../control/request-log.ts';
import { Refusal } from '../refusals.ts';

export interface InputPart {
  /** Absolute path of what is to be read. */
  file: string;
  /** Path by which the request named it; null for the body itself. */
  name: string | null;
  layout: 'jsonlines' | 'json-patch';
  /** Bound on its bytes, uncompressed. */
  maxBytes: number;
  /** Size and modification time when the request came; null for the body, which nobody else can change. */
  stamp: { sizeBytes: number; modifiedMs: number } | null;
}

export type JobTask = LoadTask | SideTask;

export interface LoadTask {
  kind: 'load';
  mode: 'full' | 'delta';
  jobId: string;
  family: RecordFamily;
  parts: readonly InputPart[];
  /** The present records; null before the first load. A full load does not read them. */
  currentFile: string | null;
  /** Where a fresh file goes: always for a full load, for a delta where there are no records yet. */
  newFile: string;
  version: number;
  /** Row versions superseded at this version or before are no longer used by any index, and beyond what history keeps. */
  collectUpTo: number;
  maxOperations: number | null;
  malformedPercent: number;
  durable: boolean;
}

/** Work beside the jobs, each kind with what it takes and gives. Files are absolute paths. */
export interface SideTasks {
  /** Copies database files for a snapshot. */
  copy(task: { copies: readonly { from: string; to: string }[]; durable: boolean }): void;
  /** Moves the logs of files of records into them. */
  rest(task: { files: readonly string[] }): void;
  /** @param task with `upTo` as `collectUpTo` of a load */
  collect(task: { file: string; upTo: number; durable: boolean }): void;
  digest(task: { file: string; version: number; durable: boolean }): { digest: string; records: number };
  compare(task: {
    family: RecordFamily;
    from: StoredVersion;
    to: StoredVersion;
    maxIds: number;
  }): VersionDifference;
  /** @param task with `bodies` newest first */
  searchBodies(task: { bodies: readonly (CapturedBody | null)[]; id: string }): LoadContent[];
}

export type SideTaskOf<Kind extends keyof SideTasks> = Parameters<SideTasks[Kind]>[0];
type SideTask = { [Kind in keyof SideTasks]: { kind: Kind } & SideTaskOf<Kind> }[keyof SideTasks];

export interface StoredVersion {
  file: string;
  version: number;
}

/** Effect of a load on one record; `unknown` if its body was not stored whole, or could not be read. */
export interface LoadContent {
  carries: 'put' | 'removal' | 'nothing' | 'unknown';
  line: number | null;
}

export type VersionDifference = Record<'added' | 'changed' | 'removed', { count: number; ids: string[] }>;

/** A line tells where something is only if the load came in one piece. */
export function hasLines({ parts }: LoadTask): boolean {
  return parts.length === 1;
}

export interface LoadedOutcome {
  end: 'loaded';
  file: string;
  version: number;
  records: number;
  operations: number;
  /** Size of what is history now: the records that a delta has replaced or removed, or the whole file before a PUT. */
  endedBytes: number;
  /** Absent where nobody has counted: of a PUT, and of a delta whose worker did not come to tell. */
  changes?: HeadChanges;
  /** Of the records that it wrote; absent where the worker did not come to tell. */
  incomplete?: IncompleteCounts;
  /** Products skipped by the load, or by the index run to come; absent if there are none. */
  remark?: string;
}

/** How a task ended. A failed one has left nothing behind. */
export type TaskOutcome =
  | LoadedOutcome
  | { end: 'indexed'; built: BuiltIndex }
  | { end: 'done'; value: unknown }
  | { end: 'failed'; message: string; errorCode: string }
  | { end: 'aborted' };

/** Runs side work in one of the threads of jobs. @param what it is, for errors. @throws Refusal `unavailable` */
export async function runSideTask<Kind extends keyof SideTasks>(
  pool: WorkerPool<JobTask, TaskOutcome>,
  kind: Kind,
  task: SideTaskOf<Kind>,
  what: string,
): Promise<ReturnType<SideTasks[Kind]>> {
  const outcome = await pool.run({ kind, ...task } as JobTask, new AbortFlag());
  if (outcome.end === 'done') return outcome.value as ReturnType<SideTasks[Kind]>;
  if (outcome.end === 'failed') throw new Error(`${what}: ${outcome.message}`);
  throw new Refusal('unavailable', `${what}: the service is stopping`);
}
