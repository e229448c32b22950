import type { ClusterOptions } from '../engine/engine.ts';
import type { AccountSettings } from './service/account/identity.ts';
import type { LogLevel } from './service/control/log.ts';
import type { InstanceSearchSettings } from './service/registry/catalog-registry.ts';
import type { AnswerSettings } from './service/search/answer-settings.ts';

/**
 * Role of a process: everything; take loads and index (`ingest`, which answers searches too, so that a push can see what it
 * has brought about); or answer searches, and nothing else.
 */
export type Role = 'all' | 'ingest' | 'search';

/** A catalog that is put and indexed before the emulator is ready. */
export interface CatalogToLoad {
  catalog: string;
  /** Files of JSON Lines or one JSON array of operations each, plain or gzip; together one full load. */
  files: readonly string[];
}

export type EngineChoice = { kind: 'embedded' } | { kind: 'opensearch'; cluster: ClusterOptions };

/** How one environment of the service is started; everything has a default. */
export interface EmulatorOptions {
  /** Name of the environment (`local`). */
  environment?: string;
  /** Role (`all`); any other role needs a shared engine. */
  role?: Exclude<Role, 'search'>;
  /** Address to listen on (`127.0.0.1`). */
  host?: string;
  /** HTTP port; 0 (the default) takes a free one. */
  port?: number;
  /** SFTP port; 0 (the default) takes a free one. */
  sftpPort?: number;
  /** Folder that keeps everything between runs, one folder for each environment in it. Absent: nothing is kept. */
  dataDir?: string;
  /** Search engine (embedded). */
  engine?: EngineChoice;
  load?: readonly CatalogToLoad[];
  /** Accounts with their keys and catalogs; by default one is made. */
  accounts?: readonly AccountSettings[];
  /** Operations in one delta job (10,000). */
  maxOperations?: number;
  /** Bound on each file of an SFTP path list; null (the default) leaves the JSON Lines bound. */
  maxSftpFileBytes?: number | null;
  /** Bytes that the SFTP folder may hold; no bound by default. */
  sftpQuotaBytes?: number;
  /** Time a job waits before it runs (0). */
  jobDelayMs?: number;
  /** How an index run ends that has nothing to do (`success`). */
  indexNoop?: 'success' | 'skipped';
  /** Share of a PUT's operations that may be malformed, and are then left out: 0 to 100 (0). */
  malformedPutPercent?: number;
  /** How much of each catalog's past is kept, the oldest given up first (256 MB, 7 days); `off` keeps none. */
  history?: { maxBytes?: number; maxAgeMs?: number } | 'off';
  /** Warn instead of refusing what is not emulated, and take a bare API key (false). */
  loose?: boolean;
  /** Refuse searches of browsers, too, that come without `auth_key` (false). */
  requireAuthKey?: boolean;
  /** How catalogs are searched; the dashboard settings of the hosted service. */
  search?: Partial<InstanceSearchSettings>;
  /** Settings of answers: facet version, keyword redirects, widgets. */
  answers?: Partial<AnswerSettings>;
  /** JSON file of merchandising rules, read again when it changes; none by default. */
  merchandising?: string;
  /** Certificate and key, PEM files: the service speaks https. */
  tls?: { certFile: string; keyFile: string };
  /** Where the log goes; nowhere by default. */
  log?: LogTarget;
  /** The machine's clock (`Date.now`). */
  now?: () => number;
  /** Abandons a start that is still loading; a running emulator is ended by `stop`. */
  signal?: AbortSignal;
  /** Version of brctl, for openapi.json. */
  version?: string;
}

export interface LogTarget {
  format: 'json' | 'human';
  level: LogLevel;
  writeLine: (line: string) => void;
}
