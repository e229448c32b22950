import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, messageOf } from '../../base/errors.ts';
import { SECRETS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A value and the place it came from, as `config show` names it. */
export interface FoundValue {
  value: string;
  origin: string;
  /** The variable that it refers to and that is not set: there is no value then, and no other place counts. */
  unset?: string;
  /** It is what `brctl init` wrote to be replaced: there is no value then either. */
  isPlaceholder?: boolean;
}

/** The secrets that the environment holds itself; those in files are known when the configuration was read. */
export function secretsIn(env: Environment): (string | undefined)[] {
  return Object.values(SECRETS).map(({ variable }) => env[variable]);
}

/** A secret from its variable, or from the file that `<variable>_FILE` names (its trailing newline apart). */
export async function secretFromEnvironment(
  variable: string,
  env: Environment,
  cwd: string,
): Promise<FoundValue | undefined> {
  const direct = env[variable];
  if (direct !== undefined && direct !== '') return { value: direct, origin: variable };
  const file = env[`${variable}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    const text = await readFile(path.resolve(cwd, file), 'utf8');
    return { value: text.replace(/\r?\n$/, ''), origin: `${variable}_FILE ${file}` };
  } catch (error) {
    throw new BrctlError(`the file that ${variable}_FILE names cannot be read`, {
      kind: 'config',
      code: 'config.secret_file',
      file,
      why: messageOf(error),
      cause: error,
    });
  }
}

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Puts environment variables in for `${NAME}`; a missing one is an error, so that no empty key is sent. */
export function expandReferences(text: string, key: string, env: Environment): string {
  return text.replace(REFERENCE, (_, name: string) => {
    const value = env[name];
    if (value !== undefined) return value;
    throw missingReference(key, name);
  });
}

/** The error for a setting that refers to a variable that is not set: `config.missing_reference`. */
export function missingReference(key: string, variable: string): BrctlError {
  return new BrctlError(`${key} refers to \${${variable}}, which is not set`, {
    kind: 'config',
    code: 'config.missing_reference',
    hint: `set the variable ${variable}`,
    data: { setting: key },
  });
}

/**
 * The error for an address with a variable in a file that others may have put there: its value, a key perhaps, would go
 * to whatever host stands around it.
 */
export function farReference(key: string, file: string): BrctlError {
  return new BrctlError(`${key} may not take in a variable from this file`, {
    kind: 'config',
    code: 'config.far_reference',
    file,
    why: 'the file is neither in your home folder nor in the repository of the working folder, and an address decides who gets what it holds',
    hint: 'write the address without a variable, or set it by its own variable',
    data: { setting: key },
  });
}

/** The first variable that a text refers to and that is not set. */
export function unsetReference(text: string, env: Environment): string | undefined {
  const names = [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
  return names.find((name) => env[name] === undefined);
}

/** Does it refer to any variable? */
export function hasReference(text: string): boolean {
  return text.search(REFERENCE) !== -1;
}

/** Is the whole value a reference, so that the file itself holds no secret? */
export function isReference(text: string): boolean {
  return /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text);
}
