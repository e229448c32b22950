import type { WorkerPool } from '../../../base/process/worker-pool.ts';
import type { SearchEngine, SearchSettings } from '../../../engine/engine.ts';
import type { Spool } from '../../store/spool.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { Account } from '../account/account.ts';
import type { Clock } from '../control/clock.ts';
import type { Log } from '../control/log.ts';
import type { CatalogRegistry } from '../registry/catalog-registry.ts';
import type { RecordsFiles } from '../registry/records-files.ts';
import type { HistoryLimits, VersionHistory } from '../registry/version-log.ts';
import type { Job, JobFault } from './job.ts';
import type { JobRegistry } from './job-registry.ts';
import type { JobTask, TaskOutcome } from './job-task.ts';

/** Settings that change what jobs do. */
export interface JobSettings {
  /** Operations in one delta job (spec: Limits). */
  maxOperationsPerJob: number;
  /** Bound on each file that a path list names; null leaves the JSON Lines bound (an assumption, see docs/reference/fidelity.md). */
  maxSftpFileBytes: number | null;
  /** Time a job waits before it runs. */
  jobDelayMs: number;
  /** How an index run ends that has nothing to do; no source says. */
  indexNoop: 'success' | 'skipped';
  /** Share of a PUT's operations that may be malformed, and are then left out; 0 refuses the PUT for the first. */
  malformedPutPercent: number;
  /** How much of each catalog's past is kept; null for none. */
  history: HistoryLimits | null;
  search: Omit<SearchSettings, 'family'>;
}

/** What jobs are told of the environment that they run in. */
export interface JobOptions {
  /** Folder of this environment; made when missing. */
  folder: string;
  /** False for `--memory`: nothing is forced to disk. */
  durable: boolean;
  /** Builds the indexes. */
  engine: SearchEngine;
  clock: Clock;
  log: Log;
  settings: JobSettings;
  /** The file on disk behind a path of a path list; throws a Refusal where it cannot be read. */
  resolveFile(account: Account, relativePath: string): string;
  /** Asked once for each job when it starts to run. */
  jobFault?(job: Job): JobFault | null;
  /** Told of every step of a job that is shown. */
  onJob?(job: Job): void;
}

/** What the parts of a job's life share. */
export interface JobContext {
  options: JobOptions;
  store: StateStore;
  registry: CatalogRegistry;
  versions: VersionHistory;
  book: JobRegistry;
  spool: Spool;
  pool: WorkerPool<JobTask, TaskOutcome>;
  engine: SearchEngine;
  /** Where the records of each catalog lie. */
  records: RecordsFiles;
  /** Absolute path of what was sent, for a job, in the environment's folder. */
  pathOf(file: string): string;
  /** Tells the listeners that the published version of a catalog changed, and waits for them. */
  announce(catalog: string): Promise<void>;
}
