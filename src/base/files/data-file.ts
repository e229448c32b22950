import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cosmiconfig, defaultLoaders, type Loader } from 'cosmiconfig';
import { BrctlError } from '../errors.ts';
import { jsonSyntaxError, yamlSyntaxError } from './syntax-fault.ts';

export interface DataFile {
  path: string;
  /** Undefined for a file that holds nothing. */
  data: unknown;
}

/** Files whose ending says that they are code: they are never read, whatever else names them. */
const passOver: Loader = () => null;
const DATA_LOADERS: Readonly<Record<string, Loader>> = {
  noExt: parseData,
  '.json': parseData,
  '.yaml': parseData,
  '.yml': parseData,
  '.js': passOver,
  '.cjs': passOver,
  '.mjs': passOver,
  '.ts': passOver,
};

/**
 * The first of these names that is there and holds something: in the folder itself, then in each folder above it.
 *
 * @throws BrctlError `config.unreadable` for text that is neither JSON nor YAML; `config.code_in_folder`
 */
export async function findUpwards(names: readonly string[], from: string): Promise<DataFile | undefined> {
  const file = await findIn(names, from);
  const above = path.dirname(from);
  return file !== undefined || above === from ? file : await findUpwards(names, above);
}

/** The first of these names that is there and holds something, in this folder alone. */
export async function findIn(names: readonly string[], folder: string): Promise<DataFile | undefined> {
  const explorer = cosmiconfig('brctl', {
    searchPlaces: [...names],
    searchStrategy: 'none',
    loaders: DATA_LOADERS,
    cache: false,
  });
  const result = await explorer.search(folder);
  return result === null ? undefined : { path: result.filepath, data: result.config };
}

/** Where cosmiconfig looks in the working folder for its own settings, and runs what it finds. */
const CODE_PLACES = ['js', 'ts', 'cjs', 'mjs'].map((ending) => `.config/config.${ending}`);

/** Call it before any look-up: nothing in the working folder is ever run. Throws `config.code_in_folder`. */
export async function refuseCode(workingFolder: string): Promise<void> {
  for (const place of CODE_PLACES) {
    const file = path.join(workingFolder, place);
    if (!existsSync(file)) continue;
    throw new BrctlError('refusing to look for configuration here: loading it would run code', {
      kind: 'config',
      code: 'config.code_in_folder',
      file,
      why: 'the configuration loader would execute this file',
      hint: 'run brctl in another folder, and name the configuration there with --config; or remove the file',
    });
  }
}

/**
 * Reads data, never code, whatever the file is called.
 *
 * @throws the system's error; BrctlError `config.unreadable` for text that is neither JSON nor YAML
 */
export async function readDataFile(file: string): Promise<DataFile> {
  const text = await readFile(file, 'utf8');
  return { path: file, data: text.trim() === '' ? undefined : parseData(file, text) };
}

/**
 * Reads a text as data; JSON could be read as YAML too, but its own parser gives the better error.
 *
 * @param file its name, whose ending tells of JSON
 * @throws BrctlError `config.unreadable` for text that is neither JSON nor YAML
 */
export function parseData(file: string, text: string): unknown {
  return file.endsWith('.json') || text.trimStart().startsWith('{')
    ? parseJson(file, text)
    : parseYaml(file, text);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    throw jsonSyntaxError(file, text);
  }
}

function parseYaml(file: string, text: string): unknown {
  try {
    return defaultLoaders['.yaml'](file, text) ?? undefined;
  } catch (error) {
    throw yamlSyntaxError(file, error);
  }
}
