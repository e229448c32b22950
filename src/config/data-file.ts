import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLoaders } from 'cosmiconfig';
import { notJson, notYaml } from './syntax-fault.ts';

/** A file of JSON or YAML, and what it holds. */
export interface DataFile {
  path: string;
  /** Undefined for a file that holds nothing. */
  data: unknown;
}

/** What stands for "not here": no such file, a folder of that name, a folder that may not be looked into. */
const NOT_HERE = ['ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES'];

/**
 * The first of these names that is there and holds something: in the folder itself, then in each folder above it.
 * Looked for here and not by cosmiconfig's search, which runs code: `.config/config.js` of the working folder, and
 * `config.js` of the user's folder.
 */
export async function findUpwards(names: readonly string[], from: string): Promise<DataFile | undefined> {
  const found = await findIn(names, from);
  const above = path.dirname(from);
  return found !== undefined || above === from ? found : await findUpwards(names, above);
}

/** The first of these names that is there and holds something, in this folder alone. */
export async function findIn(names: readonly string[], folder: string): Promise<DataFile | undefined> {
  for (const name of names) {
    const file = await readIfThere(path.join(folder, name));
    if (file?.data !== undefined) return file;
  }
  return undefined;
}

async function readIfThere(file: string): Promise<DataFile | undefined> {
  try {
    return await readDataFile(file);
  } catch (error) {
    if (NOT_HERE.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/**
 * Reads data, never code, whatever the file is called.
 *
 * @throws the system's error; BrctlError `config.unreadable` for text that is neither JSON nor YAML
 */
export async function readDataFile(file: string): Promise<DataFile> {
  const text = await readFile(file, 'utf8');
  return { path: file, data: text.trim() === '' ? undefined : parse(file, text) };
}

/** JSON could be read as YAML too, but its own parser gives the better error. */
function parse(file: string, text: string): unknown {
  return file.endsWith('.json') || text.trimStart().startsWith('{')
    ? parseJson(file, text)
    : parseYaml(file, text);
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    throw notJson(file, text);
  }
}

function parseYaml(file: string, text: string): unknown {
  try {
    return defaultLoaders['.yaml'](file, text) ?? undefined;
  } catch (error) {
    throw notYaml(file, error);
  }
}
