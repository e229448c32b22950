import type { Account } from './service/account/account.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Clock } from './service/control/clock.ts';
import type { EventFeed } from './service/control/event-feed.ts';
import type { FaultRules } from './service/control/faults.ts';
import type { Log } from './service/control/log.ts';
import type { RequestLog } from './service/control/request-log.ts';
import type { SftpFiles } from './service/files/sftp-files.ts';
import type { SftpFolders } from './service/files/sftp-folders.ts';
import type { JobSettings } from './service/jobs/job-context.ts';
import type { HistoricalSearch } from './service/past/historical-search.ts';
import type { AnswerSettings } from './service/search/answer-settings.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';

export interface ServiceSettings extends JobSettings {
  loose: boolean;
  requireAuthKey: boolean;
  answers?: AnswerSettings;
}

export interface Instance {
  environment: string;
  accounts: readonly Account[];
  settings: ServiceSettings;
  clock: Clock;
  log: Log;
  catalogs: CatalogService;
  search: CatalogSearch;
  past: HistoricalSearch;
  files: SftpFiles;
  folders: SftpFolders;
  faults: FaultRules;
  requests: RequestLog;
  events: EventFeed;
}
