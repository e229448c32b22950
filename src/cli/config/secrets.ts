import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../base/errors.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import type { ConfigFile } from './files.ts';
import type { PathSources } from './paths.ts';
import { SECRETS, SETTINGS, type SettingName } from './settings.ts';

type Environment = PathSources['env'];

export interface FoundValue {
  value: string;
  origin: string;
  /** Why it may not be used: what it refers to is not set, or its file is not trusted. No other place counts then. */
  lack?: BrctlError;
  /** It is what `brctl init` wrote to be replaced: there is no value then either. */
  isPlaceholder?: boolean;
}

/** The secrets that the environment holds itself; those in files are known when the configuration was read. */
export function listSecrets(env: Environment): (string | undefined)[] {
  return Object.values(SECRETS).map(({ variable }) => env[variable]);
}

/** A secret from its variable, or from the file that `<variable>_FILE` names (its trailing newline apart). */
export async function readSecret(
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
      why: getMessage(error),
      cause: error,
    });
  }
}

const REFERENCE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

type ReferringFile = Pick<ConfigFile, 'path' | 'isTrusted'>;

/** Names of variables that are meant for brctl: any file may refer to them. */
const OWN_PREFIX = 'BRCTL_';
export const isOwnVariable = (name: string) => name.startsWith(OWN_PREFIX);

/** Puts environment variables in for `${NAME}`; a missing one is an error, so that no empty key is sent. */
export function expandReferences(text: string, key: string, env: Environment, file: ReferringFile): string {
  const lack = findLack(text, key, env, file);
  if (lack !== undefined) throw lack;
  return text.replace(REFERENCE, (_, name: string) => env[name] ?? '');
}

/** Why a text cannot be expanded: `config.untrusted_reference`, `config.missing_reference`; undefined where it can. */
export function findLack(
  text: string,
  key: string,
  env: Environment,
  { path: file, isTrusted }: ReferringFile,
): BrctlError | undefined {
  const names = listReferences(text);
  const foreign = isTrusted ? undefined : names.find((name) => !isOwnVariable(name));
  if (foreign !== undefined) return foreignVariableError(key, foreign, file);
  const unset = names.find((name) => env[name] === undefined);
  return unset === undefined ? undefined : missingReferenceError(key, unset);
}

export function listReferences(text: string): string[] {
  return [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
}

/** A repository that was cloned must not get at whatever keys the shell holds. */
function foreignVariableError(key: string, variable: string, file: string): BrctlError {
  const message = `this file is not trusted to use \${${variable}}, in ${key}`;
  const why = `untrusted, a project file may use variables that begin with ${OWN_PREFIX}`;
  const data = { setting: key, variable };
  return new BrctlError(message, { ...describeUntrusted('reference', file), why, data });
}

/** A cloned repository must not name the server that gets your keys, nor the state that a push believes. */
export function untrustedSettingError(key: SettingName, file: string): BrctlError {
  const { hint, ...details } = describeUntrusted('address', file);
  return new BrctlError(`this file is not trusted to set ${key}`, {
    ...details,
    why: 'untrusted, a project file may set addresses of the hosted service and of this machine; no other address, host key or state folder',
    hint: `${hint}; or set ${SETTINGS[key].variable}`,
    data: { setting: key },
  });
}

/** Nor must it open this machine to others, or have files written and read outside of it. */
export function untrustedServeError(key: string, file: string): BrctlError {
  const why =
    'untrusted, the serve section of a project file may listen on this machine only and read files in its own folder; it may not set the data folder';
  const data = { setting: `serve.${key}` };
  return new BrctlError(`this file is not trusted to set serve.${key} so`, {
    ...describeUntrusted('address', file),
    why,
    data,
  });
}

function describeUntrusted(what: 'reference' | 'address', file: string) {
  const hint = `look at the file, then: brctl trust ${quoteForShell(path.dirname(file))}`;
  return { kind: 'config', code: `config.untrusted_${what}`, file, hint } as const;
}

function missingReferenceError(key: string, variable: string): BrctlError {
  return new BrctlError(`${key} refers to \${${variable}}, which is not set`, {
    kind: 'config',
    code: 'config.missing_reference',
    hint: `set the variable ${variable}`,
    data: { setting: key },
  });
}

/** Error for ${NAME} in a URL of an untrusted file: it could send a secret to any host. */
export function untrustedReferenceError(key: string, file: string): BrctlError {
  return new BrctlError(`${key} may not use a variable in this file`, {
    kind: 'config',
    code: 'config.far_reference',
    file,
    why: 'the file is outside your home folder and this repository; a URL in it could send your secret to anyone',
    hint: 'write the address without a variable, or set it by its own variable',
    data: { setting: key },
  });
}

/** Is the whole value a reference, so that the file itself holds no secret? */
export function isReference(text: string): boolean {
  return /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/.test(text);
}
