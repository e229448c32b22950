import type { Readable } from 'node:stream';
import type { JobAccepted } from '../../../protocol/job.ts';
import type { Account } from '../account/account.ts';
import type { Job } from '../jobs/job.ts';
import type { JobProgress } from '../jobs/job-queue.ts';
import type { LoadRequest } from '../load/load-kind.ts';
import type { CatalogSummary, PublishedIndex } from '../registry/catalog-registry.ts';
import type { CatalogState } from './catalog-digests.ts';
import type { RecordHistory } from './record-history.ts';
import type { GuardReports } from './version-findings.ts';

/** A reset that concerns more than the catalogs. */
export interface ResetAlong {
  id: string;
  /** Switched in right before the catalogs are, and back where those cannot be. */
  files: { switchIn(): void; switchBack(): void; forgetFormer(): void };
}

/** Catalogs, their jobs and their published versions: the heart of one environment. Every refusal is thrown as a Refusal. */
export interface CatalogService {
  /**
   * Takes a load. Resolves once its body is stored durably and its job is queued.
   * Refuses what can be told without reading the operations (docs/reference/jobs.md); all else the job tells.
   */
  accept(request: LoadRequest): Promise<JobAccepted>;
  /** Queues an index run. Refuses with `unknown_catalog`. */
  runIndex(account: Account, catalog: string, requestId?: string): Promise<JobAccepted>;
  /** Refuses with `unknown_job`. */
  job(jobId: string): Job;
  /** How far a job that runs is; null for any other, and where that is not known. */
  progress(jobId: string): JobProgress | null;
  jobs(): Job[];
  /** Ends a queued or running job as `killed`; its work is undone. Refuses with `unknown_job`. */
  kill(jobId: string): Promise<void>;
  activeJobs(): number;
  /** Resolves when no job is queued or running. */
  settled(): Promise<void>;

  catalogs(): CatalogSummary[];
  /** The stored catalog as JSON Lines of whole-record adds, in order of insertion. Refuses with `unknown_catalog`. */
  records(catalog: string): Readable;
  readonly history: RecordHistory;
  readonly findings: GuardReports;
  stateOf(catalog: string): Promise<CatalogState>;
  published(catalog: string): PublishedIndex | undefined;
  /**
   * Called after the published version of a catalog came, changed or went; the change counts as done when the
   * listener has resolved: an index job ends `success` only then.
   */
  onPublished(listener: (catalog: string) => void | Promise<void>): void;

  /**
   * Back to empty, or to a named snapshot; queued and running jobs are dropped. Refuses an unknown snapshot. Where it fails,
   * everything is as it was.
   * @param along what is switched together with the catalogs
   */
  reset(snapshot?: string, along?: ResetAlong): Promise<void>;
  /** The id of the last reset that came to pass. */
  lastReset(): string | null;
  /** Resolves when running jobs have ended; no other starts until `resume` is called. */
  pauseJobs(): Promise<{ hasWaited: boolean; resume(): void }>;
  /**
   * Keeps the present state under a name, once running jobs have ended.
   * @param addFiles puts what belongs to the state beside the catalogs into the folder it is given
   */
  saveSnapshot(name: string, addFiles?: (folder: string) => Promise<void>): Promise<void>;
  /** Refuses an unknown snapshot. */
  snapshotFolder(name: string): string;
  /** The snapshot as gzip-compressed tar. Refuses an unknown one. */
  exportSnapshot(name: string): Readable;
  /** Keeps the state of such an archive under a name. Refuses what is none. */
  importSnapshot(name: string, archive: Readable): Promise<void>;
  deleteSnapshot(name: string): Promise<void>;
  snapshots(): { name: string; createdMs: number; bytes: number }[];

  /** Lets go, by the present time, of what is kept no longer. */
  sweep(): void;

  /** Stops within a second: what runs is finished or abandoned whole, and continues at the next start. */
  close(): Promise<void>;
  /** Resolves when every thread of jobs has ended: one that is in a long step of the database outlives `close`. */
  threadsEnded(): Promise<void>;
}
