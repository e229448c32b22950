import path from 'node:path';
import { isObject } from '../../base/json/shape.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import type { CatalogToLoad, EmulatorOptions } from '../../server/emulator-options.ts';
import { parseDuration } from '../config/duration.ts';
import { type ConfigFile, readConfigFiles, unknownKeyError, wrongTypeError } from '../config/files.ts';
import { expandReferences } from '../config/secrets.ts';
import { assertServeTrusted } from '../config/serve-trust.ts';
import type { CommandContext } from '../context.ts';
import { parseHistory, parseLoads, type ServeFlags } from './serve-flags.ts';

/** The `serve` section of a configuration file: flags by their names, and what has no flag. */
export interface ServeSection
  extends Partial<Omit<ServeFlags, 'engine' | 'engineUrl' | 'engineCa' | 'readyFile' | 'exec' | 'load'>>,
    Pick<EmulatorOptions, 'accounts' | 'search' | 'answers' | 'merchandising' | 'malformedPutPercent'> {
  loads?: CatalogToLoad[];
}

interface Kind {
  /** In words. */
  takes: string;
  /** The value; undefined for one of another kind. */
  read(value: unknown): unknown;
}

const isText = (value: unknown) => typeof value === 'string';
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const readTexts = (value: unknown) => (isText(value) ? [value] : areTexts(value) ? value : undefined);

function createKind(takes: string, is: (value: unknown) => boolean): Kind {
  return { takes, read: (value) => (is(value) ? value : undefined) };
}

function acceptWords(...words: readonly string[]): Kind {
  const takes = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return createKind(takes, (value) => words.includes(value as string));
}

const WHOLE_NUMBER = createKind('a whole number', (value) => Number.isInteger(value) && Number(value) >= 0);
const TEXT = createKind('a text; put it in quotes', isText);
const TEXTS: Kind = { takes: 'a list of texts', read: readTexts };
const YES_OR_NO = createKind('true or false', (value) => typeof value === 'boolean');
const MAP = createKind('keys and values', isObject);

const KEYS: Readonly<Record<string, Kind>> = {
  port: WHOLE_NUMBER,
  sftpPort: WHOLE_NUMBER,
  host: TEXT,
  data: TEXT,
  memory: YES_OR_NO,
  load: TEXTS,
  jobDelay: { takes: 'a duration', read: (value) => parseDuration(String(value), 'serve.jobDelay') },
  history: { takes: 'a size or a duration', read: (value) => parseHistory(String(value)) },
  role: acceptWords('all', 'ingest', 'search'),
  environments: { ...TEXTS, read: (value) => readTexts(value)?.join(',') },
  tlsCert: TEXT,
  tlsKey: TEXT,
  loose: YES_OR_NO,
  requireAuthKey: YES_OR_NO,
  maxOperations: WHOLE_NUMBER,
  indexNoop: acceptWords('success', 'skipped'),
  malformedPutPercent: createKind(
    'a number from 0 to 100',
    (value) => typeof value === 'number' && value >= 0 && value <= 100,
  ),
  log: acceptWords('json', 'human'),
  accounts: createKind('a list of keys and values', (value) => Array.isArray(value) && value.every(isObject)),
  search: MAP,
  answers: MAP,
  merchandising: TEXT,
};

const ACCOUNT_TEXT = createKind('a text or a number', (value) => isText(value) || typeof value === 'number');
const ACCOUNT_TEXTS = createKind('a list of texts', areTexts);

const ACCOUNT_KEYS: Readonly<Record<string, Kind>> = {
  accountId: ACCOUNT_TEXT,
  apiKey: ACCOUNT_TEXT,
  authKey: ACCOUNT_TEXT,
  acctAuth: ACCOUNT_TEXT,
  defaultCatalog: ACCOUNT_TEXT,
  sftpUser: ACCOUNT_TEXT,
  catalogs: ACCOUNT_TEXTS,
  sftpPublicKeys: ACCOUNT_TEXTS,
};

/**
 * The `serve` section of the project's file, or of the user's. Only that: the keys of hosted environments need not be
 * set for a local service. Paths in it are relative to the file.
 * @param isUsed whether the caller uses a key: only then its file must be trusted to set it
 * @throws BrctlError `config` for an unknown key, naming the nearest, a value of the wrong kind, or a missing variable
 */
export async function readServeSection(
  context: CommandContext,
  isUsed: (key: string) => boolean,
): Promise<ServeSection> {
  const { project, user } = await readConfigFiles({ ...context, file: context.globals.config });
  const file = [project, user].find((candidate) => Object.keys(candidate?.serve ?? {}).length > 0);
  if (file === undefined) return {};
  assertServeTrusted(file, isUsed);
  const { load, accounts, ...rest } = readKeys(file.serve, KEYS, 'serve.', file.path) as RawSection;
  const folder = path.dirname(file.path);
  const resolveName = (name: string | undefined) => name && path.resolve(folder, name);
  return omitUndefined({
    ...rest,
    data: resolveName(rest.data),
    tlsCert: resolveName(rest.tlsCert),
    tlsKey: resolveName(rest.tlsKey),
    merchandising: resolveName(rest.merchandising),
    loads: load && parseLoads(load, folder),
    accounts: accounts?.map((account) => readAccount(account, context.env, file)),
  }) as ServeSection;
}

type RawSection = Omit<ServeSection, 'loads' | 'accounts'> & {
  load?: string[];
  accounts?: Record<string, unknown>[];
};

/** @param place what the keys are in: `serve.` */
function readKeys(
  section: Readonly<Record<string, unknown>>,
  keys: Readonly<Record<string, Kind>>,
  place: string,
  file: string,
): object {
  const entries = Object.entries(section).map(([name, value]) => {
    const expected = keys[name];
    if (expected === undefined) throw unknownKeyError(place, name, Object.keys(keys), file);
    const read = expected.read(value);
    if (read !== undefined) return [name, read];
    const message = `${place}${name} has a value of the wrong type`;
    throw wrongTypeError(message, file, `it takes ${expected.takes}`);
  });
  return Object.fromEntries(entries);
}

type AccountSettings = NonNullable<EmulatorOptions['accounts']>[number];

/** One of `serve.accounts`. Keys may refer to variables as `${NAME}`; an id may be a number. */
function readAccount(
  account: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
  file: ConfigFile,
): AccountSettings {
  const entries = Object.entries(readKeys(account, ACCOUNT_KEYS, 'serve.accounts.', file.path)).map(
    ([name, value]) => [
      name,
      Array.isArray(value) ? value : expandReferences(String(value), `serve.accounts.${name}`, env, file),
    ],
  );
  return Object.fromEntries(entries) as AccountSettings;
}
