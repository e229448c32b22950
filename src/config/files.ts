import { stat } from 'node:fs/promises';
import path from 'node:path';
import { cosmiconfig, defaultLoaders, type Loader } from 'cosmiconfig';
import { BrctlError, messageOf } from '../errors.ts';
import { nearest } from './nearest.ts';
import type { Paths } from './paths.ts';
import { ENVIRONMENT_KEYS, FILE_KEYS } from './settings.ts';

/** One configuration file: plain data, every key known. */
export interface ConfigFile {
  path: string;
  /** Others than the owner may read it. */
  readableByOthers: boolean;
  /** Settings for every environment, by key. */
  shared: Readonly<Record<string, string>>;
  environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  serve: Readonly<Record<string, unknown>>;
}

/** JSON is read as YAML too, but its own parser gives the better error. */
const LOADERS: Record<string, Loader> = {
  noExt: (file, text) =>
    (text.trimStart().startsWith('{') ? defaultLoaders['.json'] : defaultLoaders['.yaml'])(file, text),
  '.json': defaultLoaders['.json'],
  '.yaml': defaultLoaders['.yaml'],
  '.yml': defaultLoaders['.yaml'],
};
const PROJECT_FILES = ['.brctlrc', '.brctlrc.json', '.brctlrc.yaml', '.brctlrc.yml'];
const USER_FILES = ['config.yaml', 'config.yml', 'config.json'];

function explorer(searchPlaces: string[], cwd: string, upwards: boolean) {
  return cosmiconfig('brctl', {
    searchPlaces,
    loaders: LOADERS,
    searchStrategy: upwards ? 'global' : 'none',
    // The project file is looked for up to the root; the user's own file has its fixed folder.
    ...(upwards ? { stopDir: path.parse(cwd).root } : {}),
    cache: false,
  });
}

/** The project's file, found upwards from `cwd`, or the one that --config names; and the user's file. */
export async function readConfigFiles(
  cwd: string,
  paths: Paths,
  explicit?: string,
): Promise<{ project?: ConfigFile; user?: ConfigFile }> {
  const project =
    explicit === undefined ? await find(PROJECT_FILES, cwd, true) : await load(path.resolve(cwd, explicit));
  const user = await find(USER_FILES, paths.configDir, false);
  return { ...(project ? { project } : {}), ...(user ? { user } : {}) };
}

async function find(places: string[], from: string, upwards: boolean): Promise<ConfigFile | undefined> {
  try {
    const found = await explorer(places, from, upwards).search(from);
    return found === null || found.isEmpty ? undefined : await check(found.filepath, found.config);
  } catch (error) {
    throw asConfigError(error, from);
  }
}

async function load(file: string): Promise<ConfigFile> {
  try {
    const found = await explorer([], path.dirname(file), false).load(file);
    return await check(file, found?.isEmpty ? {} : found?.config);
  } catch (error) {
    throw asConfigError(error, file);
  }
}

function asConfigError(error: unknown, file: string): BrctlError {
  if (error instanceof BrctlError) return error;
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new BrctlError(missing ? 'no such configuration file' : 'the configuration file cannot be read', {
    kind: missing ? 'not-found' : 'config',
    code: missing ? 'config.file_not_found' : 'config.unreadable',
    file,
    why: messageOf(error),
    cause: error,
  });
}

async function check(file: string, data: unknown): Promise<ConfigFile> {
  const top = asMap(data, 'the file', file);
  const { environments = {}, serve = {}, ...shared } = top;
  refuseUnknown(Object.keys(top), FILE_KEYS, file, '');
  const byName = Object.entries(asMap(environments, 'environments', file)).map(([name, values]) => {
    const map = asMap(values, `environments.${name}`, file);
    refuseUnknown(Object.keys(map), ENVIRONMENT_KEYS, file, `environments.${name}.`);
    return [name, asTexts(map, file)] as const;
  });
  return {
    path: file,
    readableByOthers: ((await stat(file)).mode & 0o077) !== 0,
    shared: asTexts(shared, file),
    environments: Object.fromEntries(byName),
    serve: asMap(serve, 'serve', file),
  };
}

function asMap(value: unknown, name: string, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new BrctlError(`${name} must hold keys and values`, {
    kind: 'config',
    code: 'config.wrong_type',
    file,
  });
}

function asTexts(values: Record<string, unknown>, file: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [key, String(value)];
      throw new BrctlError(`${key} must be a text or a number`, {
        kind: 'config',
        code: 'config.wrong_type',
        file,
      });
    }),
  );
}

function refuseUnknown(
  keys: readonly string[],
  known: readonly string[],
  file: string,
  prefix: string,
): void {
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new BrctlError(`unknown key ${prefix}${unknown}`, {
    kind: 'config',
    code: 'config.unknown_key',
    file,
    hint: meant === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${prefix}${meant}?`,
  });
}
