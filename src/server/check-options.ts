import { BrctlError } from '../base/errors.ts';
import { findNearest } from '../base/wording/find-nearest.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../engine/engine.ts';
import { ENGLISH_ONLY, type LanguageSettings } from '../engine/text/analyser.ts';
import { LANGUAGES } from '../engine/text/languages.ts';
import type { CatalogToLoad, EmulatorOptions, LogTarget } from './emulator-options.ts';
import type { AccountSettings } from './service/account/identity.ts';
import type { HistoryLimits } from './service/registry/version-log.ts';
import { DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';

/** Every member of an object type, as a value; one that is missing or too many is an error of types. */
type Names<Type> = Readonly<Record<keyof Type, true>>;

const OPTIONS: Names<Required<EmulatorOptions>> = {
  environment: true,
  role: true,
  host: true,
  port: true,
  sftpPort: true,
  dataDir: true,
  engine: true,
  load: true,
  accounts: true,
  maxOperations: true,
  maxSftpFileBytes: true,
  sftpQuotaBytes: true,
  jobDelayMs: true,
  indexNoop: true,
  malformedPutPercent: true,
  history: true,
  loose: true,
  requireAuthKey: true,
  search: true,
  answers: true,
  merchandising: true,
  tls: true,
  log: true,
  now: true,
  signal: true,
  version: true,
};
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
const HISTORY: Names<HistoryLimits> = { maxBytes: true, maxAgeMs: true };
const LOG: Names<LogTarget> = { format: true, level: true, writeLine: true };

/** In plain JavaScript a misspelt option would silently do nothing. @throws BrctlError `usage`, code `emulator.unknown_option` */
export function checkOptions(options: EmulatorOptions): void {
  checkNames(options, OPTIONS, '');
  for (const account of options.accounts ?? []) checkNames(account, ACCOUNT, 'accounts[].');
  for (const load of options.load ?? []) checkNames(load, LOAD, 'load[].');
  const { catalogs = {}, ...search } = options.search ?? {};
  checkNames(search, DEFAULT_SEARCH_SETTINGS, 'search.');
  checkLanguages(search);
  for (const languages of Object.values(catalogs)) {
    checkNames(languages, ENGLISH_ONLY, 'search.catalogs[].');
    checkLanguages(languages);
  }
  checkNames(options.answers ?? {}, DEFAULT_ANSWER_SETTINGS, 'answers.');
  checkNames(options.tls ?? {}, TLS, 'tls.');
  if (options.history !== 'off') checkNames(options.history ?? {}, HISTORY, 'history.');
  checkNames(options.log ?? {}, LOG, 'log.');
}

function checkLanguages({ language, languages = {} }: Partial<LanguageSettings>): void {
  const given = [language ?? 'en', ...Object.values(languages)].find(
    (code) => !Object.hasOwn(LANGUAGES, code),
  );
  if (given === undefined) return;
  throw new BrctlError(`no texts can be read in the language ${given}`, {
    kind: 'usage',
    code: 'emulator.unknown_language',
    hint: `search.language and search.languages take ${Object.keys(LANGUAGES).join(', ')}`,
  });
}

function checkNames(given: object, known: object, prefix: string): void {
  const name = Object.keys(given).find((each) => !Object.hasOwn(known, each));
  if (name === undefined) return;
  const meant = findNearest(name, Object.keys(known));
  throw new BrctlError(`startEmulator has no option ${prefix}${name}`, {
    kind: 'usage',
    code: 'emulator.unknown_option',
    hint:
      meant === undefined ? `it takes ${Object.keys(known).join(', ')}` : `did you mean ${prefix}${meant}?`,
  });
}
