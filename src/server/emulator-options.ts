import { BrctlError } from '../base/errors.ts';
import { findNearest } from '../base/wording/find-nearest.ts';
import { type ClusterOptions, DEFAULT_SEARCH_SETTINGS } from '../engine/engine.ts';
import { ENGLISH_ONLY, type LanguageSettings } from '../engine/text/analyser.ts';
import { LANGUAGES } from '../engine/text/languages.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { AccountSettings } from './service/account/identity.ts';
import type { LogTarget } from './service/control/log.ts';
import type { InstanceSearchSettings } from './service/registry/catalog-registry.ts';
import { DEFAULT_HISTORY } from './service/registry/version-log.ts';
import { type AnswerSettings, DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';

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

/** Options without a default. */
type Unset = 'dataDir' | 'sftpQuotaBytes' | 'merchandising' | 'tls' | 'log' | 'signal';

/** Every option has its value, or none where it has no default. */
export type ResolvedOptions = Omit<Required<EmulatorOptions>, Unset> & {
  [Name in Unset]: EmulatorOptions[Name];
};

const DEFAULTS: ResolvedOptions = {
  environment: 'local',
  role: 'all',
  host: '127.0.0.1',
  port: 0,
  sftpPort: 0,
  dataDir: undefined,
  engine: { kind: 'embedded' },
  load: [],
  accounts: [],
  maxOperations: LIMITS.operationsPerJob,
  maxSftpFileBytes: null,
  sftpQuotaBytes: undefined,
  jobDelayMs: 0,
  indexNoop: 'success',
  malformedPutPercent: 0,
  history: DEFAULT_HISTORY,
  loose: false,
  requireAuthKey: false,
  search: DEFAULT_SEARCH_SETTINGS,
  answers: DEFAULT_ANSWER_SETTINGS,
  merchandising: undefined,
  tls: undefined,
  log: undefined,
  now: Date.now,
  signal: undefined,
  version: '0.0.0',
};

/** Every member of an object type, as a value; one that is missing or too many is an error of types. */
type Names<Type> = Readonly<Record<keyof Type, true>>;

const ACCOUNT: Names<Required<AccountSettings>> = {
  accountId: true,
  apiKey: true,
  authKey: true,
  acctAuth: true,
  catalogs: true,
  defaultCatalog: true,
  sftpUser: true,
  sftpPublicKeys: true,
};
const LOAD: Names<CatalogToLoad> = { catalog: true, files: true };
const TLS: Names<NonNullable<EmulatorOptions['tls']>> = { certFile: true, keyFile: true };
const LOG: Names<LogTarget> = { format: true, level: true, writeLine: true };

/**
 * The options with their defaults. In plain JavaScript a misspelt one would silently do nothing.
 * @throws BrctlError `usage`, codes `emulator.unknown_option`, `emulator.unknown_language`
 */
export function resolveOptions(options: EmulatorOptions): ResolvedOptions {
  checkNames(options, DEFAULTS, '');
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const resolved: ResolvedOptions = { ...DEFAULTS, ...given };
  const { accounts, load, history, answers, tls = {}, log = {} } = resolved;
  for (const account of accounts) checkNames(account, ACCOUNT, 'accounts[].');
  for (const each of load) checkNames(each, LOAD, 'load[].');
  const { catalogs = {}, ...search } = resolved.search;
  checkNames(search, DEFAULT_SEARCH_SETTINGS, 'search.');
  checkLanguages(search);
  for (const languages of Object.values(catalogs)) {
    checkNames(languages, ENGLISH_ONLY, 'search.catalogs[].');
    checkLanguages(languages);
  }
  checkNames(answers, DEFAULT_ANSWER_SETTINGS, 'answers.');
  checkNames(tls, TLS, 'tls.');
  if (history !== 'off') checkNames(history, DEFAULT_HISTORY, 'history.');
  checkNames(log, LOG, 'log.');
  return resolved;
}

function checkLanguages({ language, languages = {} }: Partial<LanguageSettings>): void {
  const codes = [language ?? 'en', ...Object.values(languages)];
  const unknown = codes.find((code) => !Object.hasOwn(LANGUAGES, code));
  if (unknown === undefined) return;
  throw new BrctlError(`unknown language ${unknown}`, {
    kind: 'usage',
    code: 'emulator.unknown_language',
    hint: `search.language and search.languages take ${Object.keys(LANGUAGES).join(', ')}`,
  });
}

function checkNames(given: object, defined: object, prefix: string): void {
  const name = Object.keys(given).find((each) => !Object.hasOwn(defined, each));
  if (name === undefined) return;
  const meant = findNearest(name, Object.keys(defined));
  throw new BrctlError(`startEmulator has no option ${prefix}${name}`, {
    kind: 'usage',
    code: 'emulator.unknown_option',
    hint:
      meant === undefined ? `it takes ${Object.keys(defined).join(', ')}` : `did you mean ${prefix}${meant}?`,
  });
}
