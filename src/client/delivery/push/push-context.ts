import type { Readable } from 'node:stream';
import type { RunTempFiles } from '../../../base/files/run-files.ts';
import type { MissingPolicy } from '../../../catalog/delta/diff-options.ts';
import type { CatalogApi } from '../../api/catalog-api.ts';
import type { CatalogState } from '../../api/catalog-state.ts';
import type { Job } from '../../api/jobs.ts';
import type { Timing } from '../../api/retry.ts';
import type { CatalogFolder } from '../../state/catalog-folder.ts';
import type { FeedTarget } from '../../state/feed-profiles.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { Destination } from '../../state/ledger-entry.ts';
import type { LineSlice } from '../line-slices.ts';
import type { GuardVerdict } from './guard-verdict.ts';
import type { GuardOptions } from './guards.ts';
import type { Plan } from './plan.ts';
import type { PushReport } from './push-report.ts';

/** Options of a push. */
export interface PushOptions extends Destination, FeedTarget {
  /** The catalog file as the user named it, for people. */
  source: string;
  /** Of what came from stdin, a temporary file. */
  file: string;
  /** A catalog to compare with, in place of the one that was last applied. */
  base?: string;
  mode: 'auto' | 'delta' | 'full';
  via: 'payload' | 'sftp' | 'auto';
  missing: MissingPolicy;
  maxOperations: number;
  /** A delta may become several jobs. */
  split: boolean;
  /** Maximum uncompressed bytes of one file in the SFTP folder; larger loads become several files. */
  maxFileBytes: number;
  maxProblems: number;
  guards: GuardOptions;
  verify: boolean;
  /** The longest wait for a job, and for a search. */
  waitMs?: number;
  /** The longest wait for a search to show the change. */
  visibleMs: number;
  /** The environment is the `brctl serve` of this machine: nothing there is anyone's live shop. */
  isLocal?: boolean;
  /** The plan is for people: compare so that old values are known too, which takes longer. */
  explains: boolean;
}

/** Input of one file in the SFTP folder. */
export interface FileToUpload {
  path: string;
  /** Lines of it; without, all of it. */
  slice?: LineSlice;
  remotePath: string;
}

/** Uploads files to the SFTP folder, one after the other, compressed; goes on with what is there under their names. */
export type Uploader = (files: readonly FileToUpload[], say: ProgressReporter) => Promise<void>;

/** A product as a search shows it; what the answer does not tell is absent. */
export interface ShownProduct {
  id: string;
  title?: string;
  price?: string;
}

/** Says how far a step is: in words, or how much of what is done. */
export type ProgressReporter = (state: string | { done: number; total?: number; unit: string }) => void;

/** Guard report of the load that a job has applied. */
export interface JobFindings {
  jobId: string;
  guards: readonly GuardVerdict[];
  /** Why the anomaly was accepted; undefined where nothing learned was. */
  because: string | undefined;
}

/** The service, as far as a push has to do with it. */
export interface PushService {
  api: CatalogApi;
  /** The service's catalog state; undefined from any service but `brctl serve`. */
  readCatalogState(): Promise<CatalogState | undefined>;
  /** Tells the service what the guards said of what a job has applied; never throws. Absent where nobody would listen. */
  sendGuardReport?(findings: JobFindings, signal: AbortSignal): Promise<void>;
  /** Waits for a job to end, however it ends; tells its state at each look. */
  waitForJob(id: string, doing: 'applying' | 'indexing', onState?: (status: string) => void): Promise<Job>;
  /** Absent where no SFTP access is configured. */
  upload?: Uploader;
  /** Removes files from the SFTP folder, as far as they are there; absent as `upload` is. */
  removeRemote?(paths: readonly string[]): Promise<void>;
  /** Which of these products a search shows now, and how. Absent where no search access is configured. */
  probe?(ids: readonly string[]): Promise<readonly ShownProduct[]>;
  /** How many products searches find in all; absent as `probe` is. */
  countSearchable?(): Promise<number | undefined>;
}

export interface PushContext {
  options: PushOptions;
  report: PushReport;
  service: PushService;
  ledger: Ledger;
  folder: CatalogFolder;
  runFiles: RunTempFiles;
  stdin: Readable;
  timing: Timing;
  signal: AbortSignal;
  tempDir: string;
  /** Where the parts of a delta are written: beside the run's document, so that a later run finds them. */
  partsFolder: string;
  /** Tries the queries that matter, as one more guard; absent where none were given. */
  rehearse?(): Promise<GuardVerdict>;
  /** The command line that was given, with more options. */
  commandLineWith(...more: string[]): string;
  /** Another command line of brctl for the same environment, configuration and connection. */
  commandFor(...words: string[]): string;
  /** Told of the plan that is now carried out, unless there is nothing to send. */
  onSending(plan: Plan): void;
  /** Told of what the user accepted though the plan has nothing of the kind. */
  onUnneeded(accepted: readonly string[]): void;
  note(text: string): void;
  warn(text: string): void;
  /** Runs a step with a sign of life. */
  step<T>(label: string, work: (say: ProgressReporter) => Promise<T>): Promise<T>;
}
