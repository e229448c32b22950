import type { WorkerPool } from '../../../base/process/worker-pool.ts';
import type { SearchEngine } from '../../../engine/engine.ts';
import type { Spool } from '../../store/spool.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { Account } from '../account/account.ts';
import type { Clock } from '../control/clock.ts';
import type { Fault } from '../control/fault-rule.ts';
import type { Log } from '../control/log.ts';
import type { CatalogRegistry, InstanceSearchSettings } from '../registry/catalog-registry.ts';
import type { RecordsFiles } from '../registry/records-files.ts';
import type { HistoryLimits, VersionHistory } from '../registry/version-log.ts';
import type { Job } from './job.ts';
import type { JobRegistry } from './job-registry.ts';
import type { JobTask, TaskOutcome } from './job-task.ts';

export interface JobSettings {
  /** Operations in one delta job (spec: Limits). */
  maxOperationsPerJob: number;
  /** Bound on each file that a path list names; null leaves the JSON Lines bound (an assumption, see docs/reference/fidelity.md). */
  maxSftpFileBytes: number | null;
  jobDelayMs: number;
  indexNoop: 'success' | 'skipped';
  /** Share of a PUT's operations that may be malformed, and are then left out; 0 refuses the PUT for the first. */
  malformedPutPercent: number;
  history: HistoryLimits | null;
  search: InstanceSearchSettings;
}

export interface JobOptions {
  folder: string;
  durable: boolean;
  engine: SearchEngine;
  clock: Clock;
  log: Log;
  settings: JobSettings;
  /** The file on disk behind a path of a path list; throws a Refusal where it cannot be read. */
  resolveFile(account: Account, relativePath: string): string;
  jobFault?(job: Job): Fault | null;
  onJob?(job: Job): void;
}

export interface JobContext {
  options: JobOptions;
  store: StateStore;
  registry: CatalogRegistry;
  versions: VersionHistory;
  book: JobRegistry;
  spool: Spool;
  pool: WorkerPool<JobTask, TaskOutcome>;
  engine: SearchEngine;
  records: RecordsFiles;
  /** Absolute path of what was sent, for a job, in the environment's folder. */
  pathOf(file: string): string;
  announce(catalog: string): Promise<void>;
}
