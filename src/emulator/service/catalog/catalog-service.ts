import type { Readable } from 'node:stream';
import type { SearchSettings } from '../../../engine/engine.ts';
import type { JobAccepted } from '../../../protocol/job.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { JobRow } from '../../store/state-store.ts';
import type { Account } from '../account/account.ts';
import type { Clock } from '../control/clock.ts';
import type { Log } from '../control/log.ts';

/** A PUT (`full`) or PATCH (`delta`) as it came in, its body unread. */
export interface LoadRequest {
  account: Account;
  catalog: string;
  family: RecordFamily;
  mode: 'full' | 'delta';
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** What the header announces, if it does. */
  contentLength?: number;
  body: Readable;
}

/** A job as the control calls and the job record show it. */
export type Job = Omit<JobRow, 'seq' | 'input'>;

/** What is stored of a catalog. */
export interface CatalogSummary {
  name: string;
  accountId: string;
  /** Null until the first load has succeeded. */
  family: RecordFamily | null;
  /** Ascends with every applied job; 0 before the first. */
  version: number;
  records: number;
  /** Version that search answers from; null before the first index run. */
  publishedVersion: number | null;
  documents: number;
}

/** Which files answer for a catalog now. */
export interface PublishedIndex {
  catalog: string;
  family: RecordFamily;
  version: number;
  documents: number;
  /** Absolute path; `openRecordSource` (store/record-source.ts) reads record versions from it. */
  recordsFile: string;
  /** Absolute path of the index that the engine built. */
  indexFile: string;
}

/** What a fault rule does to a job that is about to run. */
export type JobFault = { fail: string } | { stuck: true } | { diskFull: true };

export interface CatalogServiceOptions {
  /** Folder of this environment; made when missing. */
  folder: string;
  /** False for `--memory`: nothing is forced to disk. */
  durable: boolean;
  clock: Clock;
  log: Log;
  /** The accounts of this environment; a catalog belongs to the account that loaded it first. */
  accounts: readonly Account[];
  settings: {
    maxOperationsPerJob: number;
    maxSftpFileBytes: number | null;
    jobDelayMs: number;
    search: Omit<SearchSettings, 'family'>;
  };
  /** The file on disk behind a path of a path list; throws a Refusal where it cannot be read. */
  resolveFile(account: Account, relativePath: string): string;
  /** Asked once for each job when it starts to run. */
  jobFault?(job: Job): JobFault | null;
  /** Jobs of different catalogs that run at the same time (2). */
  maxParallelJobs?: number;
}

/**
 * Catalogs, their jobs and their published versions: the heart of one environment.
 * Every refusal is thrown as a Refusal.
 */
export interface CatalogService {
  /**
   * Takes a load. Resolves once its body is stored durably and its job is queued.
   * Refuses what can be told without reading the operations (docs/jobs.md); all else the job tells.
   */
  accept(request: LoadRequest): Promise<JobAccepted>;
  /** Queues an index run. Refuses with `unknown_catalog`. */
  runIndex(account: Account, catalog: string): Promise<JobAccepted>;
  /** Refuses with `unknown_job`. */
  job(jobId: string): Job;
  /** Every job that is remembered, in order of arrival. */
  jobs(): Job[];
  /** Ends a queued or running job as `killed`; its work is undone. Refuses with `unknown_job`. */
  kill(jobId: string): Promise<void>;
  /** Jobs that have not ended. */
  activeJobs(): number;
  /** Resolves when no job is queued or running. */
  settled(): Promise<void>;

  catalogs(): CatalogSummary[];
  /** The stored catalog as JSON Lines of whole-record adds, in order of insertion. Refuses with `unknown_catalog`. */
  records(catalog: string): Readable;
  published(catalog: string): PublishedIndex | undefined;
  /**
   * Called after the published version of a catalog came, changed or went; the change counts as done when the
   * listener has resolved: an index job ends `success` only then.
   */
  onPublished(listener: (catalog: string) => void | Promise<void>): void;

  /** Back to empty, or to a named snapshot; queued and running jobs are dropped. Refuses an unknown snapshot. */
  reset(snapshot?: string): Promise<void>;
  /**
   * Keeps the present state under a name, once running jobs have ended.
   *
   * @param addFiles puts what belongs to the state beside the catalogs into the folder it is given
   */
  saveSnapshot(name: string, addFiles?: (folder: string) => Promise<void>): Promise<void>;
  /** The folder of a snapshot. */
  snapshotFolder(name: string): string;
  deleteSnapshot(name: string): Promise<void>;
  snapshots(): { name: string; createdMs: number; bytes: number }[];

  /** Stops within a second: what runs is finished or abandoned whole, and goes on at the next start. */
  close(): Promise<void>;
  /** Resolves when every thread of jobs has ended: one that is in a long step of the database outlives `close`. */
  threadsEnded(): Promise<void>;
}
