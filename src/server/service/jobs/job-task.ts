import type { BuiltIndex } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { HeadChanges } from '../../store/head-writer.ts';
import type { IncompleteCounts } from '../../store/incomplete-products.ts';
import type { CapturedBody } from '../control/request-log.ts';

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

export type JobTask =
  | LoadTask
  | CopyTask
  | DigestTask
  | CompareTask
  | SearchBodiesTask
  | RestTask
  | CollectTask;

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

/** Copies of database files for a snapshot, by absolute paths. */
export interface CopyTask {
  kind: 'copy';
  copies: readonly { from: string; to: string }[];
  durable: boolean;
}

/** Moves the logs of files of records into them, by absolute paths. */
export interface RestTask {
  kind: 'rest';
  files: readonly string[];
}

export interface CollectTask {
  kind: 'collect';
  file: string;
  /** As of a load. */
  upTo: number;
  durable: boolean;
}

export interface DigestTask {
  kind: 'digest';
  file: string;
  version: number;
  durable: boolean;
}

export interface CompareTask {
  kind: 'compare';
  family: RecordFamily;
  from: { file: string; version: number };
  to: { file: string; version: number };
  maxIds: number;
}

export interface SearchBodiesTask {
  kind: 'search-bodies';
  /** Newest first. */
  bodies: readonly (CapturedBody | null)[];
  id: string;
}

/** What a load would do to one record; `unknown` where its body was not kept whole, or could not be read. */
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
  /** What was left out of the load, or will be left out of the index; absent where nothing is. */
  remark?: string;
}

/** How a task ended. A failed one has left nothing behind. */
export type TaskOutcome =
  | LoadedOutcome
  | { end: 'indexed'; built: BuiltIndex }
  | { end: 'copied' }
  | { end: 'tidied' }
  | { end: 'digested'; digest: string; records: number }
  | { end: 'compared'; difference: VersionDifference }
  | { end: 'searched'; contents: LoadContent[] }
  | { end: 'failed'; message: string; errorCode: string }
  | { end: 'aborted' };
