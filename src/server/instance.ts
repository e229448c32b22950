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

/** Settings of one environment that change how the service decides. */
export interface ServiceSettings extends JobSettings {
  /** Warn instead of refusing real features that are not emulated, and accept a bare API key. */
  loose: boolean;
  /** Refuse searches of browsers, too, that come without `auth_key`. */
  requireAuthKey: boolean;
  /** What answers look like; without it the defaults of service/search/answer-settings.ts. */
  answers?: AnswerSettings;
}

/** One environment of the service: everything that a route or an SFTP session works with. */
export interface Instance {
  /** `local`, `staging`, `production` … */
  environment: string;
  accounts: readonly Account[];
  settings: ServiceSettings;
  clock: Clock;
  log: Log;
  catalogs: CatalogService;
  search: CatalogSearch;
  /** Searches catalogs as they were. */
  past: HistoricalSearch;
  /** The SFTP folder of the first account. */
  files: SftpFiles;
  /** The SFTP folders of all accounts. */
  folders: SftpFolders;
  faults: FaultRules;
  requests: RequestLog;
  /** What happens, for those who watch. */
  events: EventFeed;
}
