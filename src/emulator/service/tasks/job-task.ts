import type { BuiltIndex } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';

/** One part of a load: the body of the request, or a file that it names. */
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

/** Work of a job or a snapshot, as a worker thread gets it. */
export type JobTask = LoadTask | CopyTask | DigestTask;

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
  /** Version that the catalog gets. */
  version: number;
  /** Row versions superseded at this version or before are no longer used by any index. */
  collectUpTo: number;
  maxOperations: number | null;
  /** Share of a PUT's operations that may be malformed, and are then left out; 0 for none. */
  malformedPercent: number;
  durable: boolean;
}

/** Copies of database files for a snapshot, by absolute paths. */
export interface CopyTask {
  kind: 'copy';
  copies: readonly { from: string; to: string }[];
  durable: boolean;
}

/** The digest of the records of a catalog as they were in one version. */
export interface DigestTask {
  kind: 'digest';
  recordsFile: string;
  version: number;
  durable: boolean;
}

/** How a task ended. A failed one has left nothing behind. */
export type TaskOutcome =
  | {
      end: 'loaded';
      recordsFile: string;
      version: number;
      records: number;
      operations: number;
      /** What was left out of the load; absent where nothing was. */
      remark?: string;
    }
  | { end: 'indexed'; built: BuiltIndex }
  | { end: 'copied' }
  | { end: 'digested'; digest: string; records: number }
  | { end: 'failed'; message: string; errorCode: string }
  | { end: 'aborted' };
