import path from 'node:path';
import { parseDuration } from '../../config/duration.ts';
import { readConfigFiles } from '../../config/files.ts';
import { unknownKey } from '../../config/unknown-key.ts';
import type { CatalogToLoad, EmulatorOptions } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';
import { isObject } from '../../json/json-text.ts';
import type { CommandContext } from '../context.ts';
import { readAccount } from './account-section.ts';
import { parseHistory } from './history-flag.ts';
import { parseLoads } from './load-flag.ts';
import type { ServeFlags } from './serve-flags.ts';

/** The `serve` section of a configuration file: flags by their names, and what has no flag. */
export interface ServeSection
  extends Partial<Omit<ServeFlags, 'engine' | 'engineUrl' | 'engineCa' | 'readyFile' | 'exec' | 'load'>>,
    Pick<EmulatorOptions, 'accounts' | 'search' | 'answers' | 'malformedPutPercent'> {
  loads?: CatalogToLoad[];
}

/** What a key holds; undefined for a value that is something else. */
type Reader = (value: unknown) => unknown;

const KEYS: Readonly<Record<string, Reader>> = {
  port: wholeNumber,
  sftpPort: wholeNumber,
  host: text,
  data: text,
  memory: yesOrNo,
  load: textList,
  jobDelay: (value) => parseDuration(String(value), 'serve.jobDelay'),
  history: (value) => parseHistory(String(value)),
  role,
  environments: names,
  tlsCert: text,
  tlsKey: text,
  loose: yesOrNo,
  requireAuthKey: yesOrNo,
  maxOperations: wholeNumber,
  indexNoop,
  malformedPutPercent: percent,
  log: logFormat,
  accounts: list,
  search: map,
  answers: map,
};

/** What each kind of value is, in words. */
const TAKES: ReadonlyMap<Reader, string> = new Map<Reader, string>([
  [wholeNumber, 'a whole number'],
  [text, 'a text; put it in quotes'],
  [yesOrNo, 'true or false'],
  [textList, 'a list of texts'],
  [names, 'a list of texts'],
  [list, 'a list of keys and values'],
  [map, 'keys and values'],
  [logFormat, 'json or human'],
  [indexNoop, 'success or skipped'],
  [role, 'all, ingest or search'],
  [percent, 'a number from 0 to 100'],
]);

/**
 * The `serve` section of the project's file, or of the user's. Only that: the keys of hosted environments need not be
 * set for a local service. Paths in it are relative to the file.
 *
 * @throws BrctlError `config` for an unknown key, naming the nearest, or a value of the wrong kind
 */
export async function readServeSection(context: CommandContext): Promise<ServeSection> {
  const { project, user } = await readConfigFiles({ ...context, file: context.globals.config });
  const file = [project, user].find((candidate) => Object.keys(candidate?.serve ?? {}).length > 0);
  if (file === undefined) return {};
  const { load, accounts, ...rest } = readKeys(file.serve, file.path) as RawSection;
  const folder = path.dirname(file.path);
  const inFolder = (name: string | undefined) => name && path.resolve(folder, name);
  return present({
    ...rest,
    data: inFolder(rest.data),
    tlsCert: inFolder(rest.tlsCert),
    tlsKey: inFolder(rest.tlsKey),
    loads: load && parseLoads(load, folder),
    accounts: accounts?.map((account) => readAccount(account, context.env, file.path)),
  }) as ServeSection;
}

type RawSection = Omit<ServeSection, 'loads' | 'accounts'> & {
  load?: string[];
  accounts?: Record<string, unknown>[];
};

function readKeys(section: Readonly<Record<string, unknown>>, file: string): object {
  const entries = Object.entries(section).map(([name, value]) => {
    const reader = KEYS[name];
    if (reader === undefined) throw unknownKey('serve.', name, Object.keys(KEYS), file);
    const read = reader(value);
    if (read === undefined) throw wrongValue(name, reader, file);
    return [name, read];
  });
  return Object.fromEntries(entries);
}

function wrongValue(name: string, reader: Reader, file: string): BrctlError {
  return new BrctlError(`serve.${name} has a value of the wrong type`, {
    kind: 'config',
    code: 'config.wrong_type',
    file,
    hint: `it takes ${TAKES.get(reader)}`,
  });
}

function logFormat(value: unknown): string | undefined {
  return value === 'json' || value === 'human' ? value : undefined;
}

function indexNoop(value: unknown): string | undefined {
  return value === 'success' || value === 'skipped' ? value : undefined;
}

function role(value: unknown): string | undefined {
  return value === 'all' || value === 'ingest' || value === 'search' ? value : undefined;
}

function percent(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 100 ? value : undefined;
}

function wholeNumber(value: unknown): number | undefined {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function textList(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;
}

function names(value: unknown): string | undefined {
  return textList(value)?.join(',');
}

function yesOrNo(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function list(value: unknown): unknown[] | undefined {
  return Array.isArray(value) && value.every((one) => map(one) !== undefined) ? value : undefined;
}

function map(value: unknown): object | undefined {
  return isObject(value) ? value : undefined;
}

/** The members that have a value, so that those without one cover nothing when objects are merged. */
export function present<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
