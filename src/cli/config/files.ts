import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../base/errors.ts';
import { type DataFile, findIn, findUpwards, readDataFile, refuseCode } from '../../base/files/data-file.ts';
import { mkdirp } from '../../base/files/mkdirp.ts';
import { isObject } from '../../base/json/shape.ts';
import { findNearest } from '../../base/wording/find-nearest.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import type { PathSources, Paths } from './paths.ts';
import type { Redactor } from './redactor.ts';
import { ENVIRONMENT_KEYS, FILE_KEYS, type SettingName } from './settings.ts';

/** One configuration file: plain data, every key known. */
export interface ConfigFile {
  path: string;
  readableByOthers: boolean;
  /** Its addresses may take in variables: nobody but the user, or the project worked on, can have put it there. */
  isNear: boolean;
  /** Its values may take in variables of any name: the user's own file, one that was named, or one that was trusted. */
  isTrusted: boolean;
  shared: Readonly<Record<string, string>>;
  environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  serve: Readonly<Record<string, unknown>>;
}

/** Sources of a configuration. */
export interface ConfigSources extends Omit<PathSources, 'tempDir'> {
  flags: Partial<Record<SettingName, string>>;
  /** Another environment than the one that variables are meant for: they serve its files' references alone. */
  other?: { environment: string; option: string };
  cwd: string;
  paths: Paths;
  file: string | undefined;
  redactor: Redactor;
}

const PROJECT_FILES = ['.brctlrc', '.brctlrc.json', '.brctlrc.yaml', '.brctlrc.yml'];
const USER_FILES = ['config.yaml', 'config.yml', 'config.json'];

/** The project's file, found upwards from `cwd`, or the one that --config names; and the user's file. */
export async function readConfigFiles(
  sources: FileSources,
): Promise<{ project?: ConfigFile; user?: ConfigFile }> {
  const { cwd, paths, file: explicit } = sources;
  await refuseCode(path.resolve(cwd));
  const explicitFile = explicit === undefined ? undefined : path.resolve(cwd, explicit);
  const project =
    explicitFile === undefined
      ? await verify(findOwn(sources), cwd)
      : await verify(readNamed(explicitFile), explicitFile);
  const { configDir } = paths;
  // Without a home there is nobody whose configuration it would be.
  const user = configDir === undefined ? undefined : await verify(findIn(USER_FILES, configDir), configDir);
  const isTrusted =
    project !== undefined && (explicitFile !== undefined || (await isTrustedFile(project.path, sources)));
  return {
    ...(project && { project: { ...project, isTrusted, isNear: isNear(project.path, sources) } }),
    ...(user && { user }),
  };
}

type FileSources = Pick<ConfigSources, 'cwd' | 'home' | 'paths' | 'file' | 'env' | 'isOwnUser'>;

/** Folders whose `.brctlrc` is accepted from any owner, separated as in PATH; `*` for all. */
const TRUSTED_FOLDERS = 'BRCTL_TRUSTED_FOLDERS';

/**
 * The project's file. It says where keys are sent, so one that another user put into a folder above is not taken (as
 * git does with repositories, by its safe.directory).
 */
async function findOwn({ cwd, env, isOwnUser }: FileSources): Promise<DataFile | undefined> {
  const file = await findUpwards(PROJECT_FILES, path.resolve(cwd));
  if (file === undefined) return undefined;
  const { uid } = await stat(file.path);
  const folder = path.dirname(file.path);
  if (isOwnUser(uid) || isTrustedFolder(folder, env)) return file;
  throw new BrctlError('this configuration file belongs to another user', {
    kind: 'config',
    code: 'config.other_owner',
    file: file.path,
    why: `it decides where your requests and keys go, and uid ${uid} can change it`,
    hint: `if you trust that user: export ${TRUSTED_FOLDERS}=${quoteForShell(folder)}, or name the file with --config`,
    data: { user: uid },
  });
}

function isTrustedFolder(folder: string, env: FileSources['env']): boolean {
  const trusted = (env[TRUSTED_FOLDERS] ?? '').split(path.delimiter);
  return trusted.includes('*') || trusted.includes(folder);
}

async function isTrustedFile(file: string, { paths, env }: FileSources): Promise<boolean> {
  return isTrustedFolder(path.dirname(file), env) || existsSync(await makeTrustMark(file, paths));
}

/** Where it is noted that a file is trusted as it is: by its place and its content, as direnv does. */
async function makeTrustMark(file: string, { stateDir }: Paths): Promise<string> {
  const content = await readFile(file);
  const digest = createHash('sha256')
    .update(`${await realpath(file)}\n`)
    .update(content)
    .digest('hex');
  return path.join(stateDir, 'trusted', digest);
}

/**
 * Lets the project file of a folder, as it is now, refer to variables of any name and send keys to any address.
 * @throws BrctlError `config.file_not_found`; `config.other_owner`
 */
export async function trustProjectFile(
  folder: string,
  sources: Omit<FileSources, 'file'>,
): Promise<ConfigFile> {
  await refuseCode(folder);
  const project = await findOwn({ ...sources, cwd: folder, file: undefined });
  if (project === undefined)
    throw new BrctlError('no project file in this folder or above it', {
      kind: 'not-found',
      code: 'config.file_not_found',
      file: folder,
      hint: 'brctl init',
    });
  const file = await check(project.path, project.data);
  const mark = await makeTrustMark(project.path, sources.paths);
  await mkdirp(path.dirname(mark), 0o700);
  await writeFile(mark, `${project.path}\n`, { mode: 0o600 });
  return file;
}

function isNear(file: string, { cwd, home }: FileSources): boolean {
  const isBelow = (folder: string) => !path.relative(folder, path.dirname(file)).startsWith('..');
  if (home !== undefined && home !== '' && isBelow(path.resolve(home))) return true;
  return isBelow(findRepository(path.resolve(cwd)) ?? path.resolve(cwd));
}

function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : findRepository(above);
}

/** A file that was named is taken also where it holds nothing. */
async function readNamed(file: string): Promise<DataFile> {
  const { data = {} } = await readDataFile(file);
  return { path: file, data };
}

async function verify(
  reading: Promise<DataFile | undefined>,
  place: string,
): Promise<ConfigFile | undefined> {
  try {
    const file = await reading;
    return file && (await check(file.path, file.data));
  } catch (error) {
    throw asConfigError(error, place);
  }
}

function asConfigError(error: unknown, file: string): BrctlError {
  if (error instanceof BrctlError) return error;
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  return new BrctlError(missing ? 'no such configuration file' : 'the configuration file cannot be read', {
    kind: missing ? 'not-found' : 'config',
    code: missing ? 'config.file_not_found' : 'config.unreadable',
    file,
    why: getMessage(error),
    hint: missing ? 'check the name, or create the file with brctl init' : 'name a file that you may read',
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
    isNear: true,
    isTrusted: true,
    shared: asTexts(shared, file),
    environments: Object.fromEntries(byName),
    serve: asMap(serve, 'serve', file),
  };
}

function asMap(value: unknown, name: string, file: string): Record<string, unknown> {
  if (isObject(value)) return value;
  const hint = 'write it as "key: value" lines, as brctl init does';
  throw wrongTypeError(`${name} must hold keys and values`, file, hint);
}

function asTexts(values: Record<string, unknown>, file: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return [key, String(value)];
      const hint = `write it as "${key}: value", or remove the line`;
      throw wrongTypeError(`${key} must be a text or a number`, file, hint);
    }),
  );
}

export function wrongTypeError(message: string, file: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'config', code: 'config.wrong_type', file, hint });
}

function refuseUnknown(
  keys: readonly string[],
  names: readonly string[],
  file: string,
  prefix: string,
): void {
  const unknown = keys.find((key) => !names.includes(key));
  if (unknown !== undefined) throw unknownKeyError(prefix, unknown, names, file);
}

/**
 * The error for a key that a configuration file may not have; it names the nearest that it may.
 * @param prefix keys above it, such as `serve.`
 */
export function unknownKeyError(
  prefix: string,
  name: string,
  names: readonly string[],
  file: string,
): BrctlError {
  const meant = findNearest(name, names);
  return new BrctlError(`unknown key ${prefix}${name}`, {
    kind: 'config',
    code: 'config.unknown_key',
    file,
    hint: meant === undefined ? `known keys: ${names.join(', ')}` : `did you mean ${prefix}${meant}?`,
  });
}
