import type { EngineHealth } from '../engine/engine.ts';
import type { Role } from './emulator-options.ts';
import type { FrontEndReady, ReadyObject } from './ready-object.ts';
import type { Account } from './service/account/account.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Snapshots } from './service/catalog/snapshots.ts';
import type { ServiceClock } from './service/control/clock.ts';
import type { EventFeed } from './service/control/event-feed.ts';
import type { FaultRules } from './service/control/faults.ts';
import type { Log } from './service/control/log.ts';
import type { Metrics } from './service/control/metrics.ts';
import type { RequestLog } from './service/control/request-log.ts';
import type { SftpFiles } from './service/files/sftp-files.ts';
import type { SftpFolders } from './service/files/sftp-folders.ts';
import type { JobSettings } from './service/jobs/job-context.ts';
import type { HistoricalSearch } from './service/past/historical-search.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';
import type { AnsweringContext } from './service/search/search-service.ts';

export interface ServiceSettings extends JobSettings, AnsweringContext {
  requireAuthKey: boolean;
}

/** With named states, and `reset` to one or to empty: data, jobs, SFTP files, request log, fault rules and clock. */
export interface Instance extends Omit<Snapshots, 'endCutReset'> {
  environment: string;
  role: Role;
  version: string;
  accounts: readonly Account[];
  settings: ServiceSettings;
  clock: ServiceClock;
  log: Log;
  catalogs: CatalogService;
  search: CatalogSearch;
  past: HistoricalSearch;
  files: SftpFiles;
  folders: SftpFolders;
  faults: FaultRules;
  requests: RequestLog;
  events: EventFeed;
  metrics: Metrics;
  mask(text: string): string;
  /** The ready object once everything is up, null before. */
  ready(): ReadyObject | FrontEndReady | null;
  engineHealth(): Promise<EngineHealth>;
  openApi(): unknown;
  /** Resolves when the threads of jobs and searches have ended: one in a long step of the database outlives a stop. */
  threadsEnded(): Promise<void>;
}
