import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { findNearest } from '../../base/wording/find-nearest.ts';
import { parseDuration } from './duration.ts';
import { type ConfigFile, type ConfigSources, readConfigFiles } from './files.ts';
import { assertVariablesMatch, findSecret, findSetting } from './find-values.ts';
import { listLocalEnvironments, readLocalService } from './local.ts';
import type { FoundValue } from './secrets.ts';
import {
  BUILT_IN_ENVIRONMENTS,
  OTHER_ENVIRONMENT,
  SECRETS,
  SETTINGS,
  type SecretName,
  type SettingName,
  STATE_ON_SFTP,
} from './settings.ts';

/** The settings of a run, each with where it came from. */
export type Config = ReturnType<typeof createConfig>;

type Name = SettingName | SecretName;

/**
 * Reads the configuration. For every setting the order is: flag, environment variable, project file, user file,
 * built-in default; in a file the environment's own value goes before the one for all.
 * @throws BrctlError config: unreadable file, unknown key or environment, bad value
 */
export async function readConfig(sources: ConfigSources): Promise<Config> {
  const files = await readConfigFiles(sources);
  const inOrder = [files.project, files.user].filter((file) => file !== undefined);
  const named = inOrder.flatMap((file) => Object.keys(file.environments));
  // Settings of a file are not mixed with those of a running service of the same name.
  const served = (await listLocalEnvironments(sources.paths)).filter((name) => !named.includes(name));
  const environments = [...new Set([...Object.keys(BUILT_IN_ENVIRONMENTS), ...named, ...served])];
  const environment = chooseEnvironment(sources, inOrder, environments);
  const warnings: string[] = [];
  assertVariablesMatch(sources, environment, warnings);
  const values = new Map<string, FoundValue>();
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const value = findSetting(name, sources, inOrder, environment.value);
    if (value === undefined) continue;
    if (!value.isPlaceholder) checkSetting(name, value);
    values.set(name, value);
  }
  for (const name of Object.keys(SECRETS) as SecretName[]) {
    const secret = await findSecret(name, sources, inOrder, environment.value, warnings);
    if (secret === undefined) continue;
    sources.redactor.add(secret.value);
    values.set(name, secret);
  }
  await addDefaults(values, sources, { environment: environment.value, served });
  values.set('environment', environment);
  return createConfig(values, { environment, environments }, inOrder, warnings, sources.other);
}

function chooseEnvironment(
  sources: ConfigSources,
  files: readonly ConfigFile[],
  names: readonly string[],
): FoundValue {
  const chosen = findEnvironment(sources, files);
  if (names.includes(chosen.value)) return chosen;
  const meant = findNearest(chosen.value, names);
  throw new BrctlError(`unknown environment ${JSON.stringify(chosen.value)} (${chosen.origin})`, {
    kind: 'config',
    code: 'config.unknown_environment',
    why: `known environments: ${names.join(', ')}`,
    hint: meant === undefined ? `add it under "environments" in .brctlrc` : `did you mean ${meant}?`,
  });
}

function findEnvironment(sources: ConfigSources, files: readonly ConfigFile[]): FoundValue {
  const { other } = sources;
  if (other !== undefined) return { value: other.environment, origin: other.option };
  return findSetting('environment', sources, files, '') ?? { value: 'local', origin: BY_DEFAULT };
}

/**
 * Defaults come last; those of `local`, and of what else is served here, are what the running service says of itself,
 * which also goes before what `brctl init` wrote to be replaced.
 */
async function addDefaults(
  values: Map<string, FoundValue>,
  sources: ConfigSources,
  { environment, served }: { environment: string; served: readonly string[] },
): Promise<void> {
  if (environment === 'local' || served.includes(environment)) {
    for (const [name, value] of await readLocalService(sources.paths, environment)) {
      if (name in SECRETS) sources.redactor.add(value.value);
      const before = values.get(name);
      if (before === undefined || before.isPlaceholder) values.set(name, value);
    }
  }
  const builtIn = BUILT_IN_ENVIRONMENTS[environment] ?? OTHER_ENVIRONMENT;
  for (const [name, value] of Object.entries(builtIn)) {
    if (!values.has(name)) values.set(name, { value, origin: BY_DEFAULT });
  }
  for (const name of ['sftpKeyFile', 'knownHosts', 'state']) {
    const value = values.get(name);
    if (value?.value.startsWith('~/') && sources.home)
      value.value = path.join(sources.home, value.value.slice(2));
  }
}

/** From the service's ready file or the configuration; a search node gives addresses only. */
const SERVED = [...Object.keys(SECRETS), 'accountId', 'sftpUser', 'sftpKeyFile', 'catalogUrl', 'searchUrl'];

/** Origin of a value that nobody has set. */
export const BY_DEFAULT = 'default';

function createConfig(
  values: ReadonlyMap<string, FoundValue>,
  { environment, environments }: { environment: FoundValue; environments: readonly string[] },
  files: readonly ConfigFile[],
  warnings: readonly string[],
  other: ConfigSources['other'],
) {
  /** As `get`, only to be shown: also an address that may not be used. */
  const peek = (name: Name): string | undefined => {
    const { value, lack, isPlaceholder } = values.get(name) ?? {};
    return isPlaceholder || (lack !== undefined && value === '') ? undefined : value;
  };
  /** Untrusted settings of the project file: addresses and references to variables. */
  const untrusted: readonly BrctlError[] = [...values.values()].flatMap(({ lack }) =>
    lack?.code.startsWith('config.untrusted') ? [lack] : [],
  );
  /** @throws BrctlError config, where it is what an untrusted file may not give */
  const get = (name: Name): string | undefined => {
    const lack = values.get(name)?.lack;
    if (lack !== undefined && untrusted.includes(lack)) throw lack;
    return peek(name);
  };
  return {
    environment: environment.value,
    environmentOrigin: environment.origin,
    environments,
    files: files.map((file) => file.path),
    warnings,
    get,
    peek,
    untrusted,
    origin: (name: Name) => values.get(name)?.origin,
    /** @throws BrctlError config, naming every way to set it */
    require(name: Name): string {
      const { value = '', origin = '', lack, isPlaceholder } = values.get(name) ?? {};
      if (lack !== undefined) throw lack;
      if (isPlaceholder) throw placeholderError(name, origin);
      if (value !== '') return value;
      const isServed = SERVED.some((key) => (values.get(key)?.origin ?? BY_DEFAULT) !== BY_DEFAULT);
      if (environment.value === 'local' && other === undefined && !isServed) throw noLocalServiceError(name);
      throw missingValueError(name, environment.value, other);
    },
    integer(name: SettingName): number | undefined {
      const value = get(name);
      return value === undefined ? undefined : Number(value);
    },
    durationMs(name: SettingName): number | undefined {
      const value = get(name);
      return value === undefined ? undefined : parseDuration(value, name);
    },
  };
}

function placeholderError(name: Name, origin: string): BrctlError {
  return new BrctlError(`${name} is still the placeholder that brctl init wrote`, {
    kind: 'config',
    code: 'config.placeholder',
    why: `in ${origin}`,
    hint: `write the value of ${name} there`,
    data: { setting: name },
  });
}

function missingValueError(name: Name, environment: string, other: ConfigSources['other']): BrctlError {
  return new BrctlError(`${name} is not set for the environment ${environment}`, {
    kind: 'config',
    code: 'config.missing',
    ...(other && {
      why: `the environment of ${other.option} reads only the configuration files: flags and BRCTL_ variables apply to the chosen environment`,
    }),
    hint: listWaysToSet(name, environment, other !== undefined),
    data: { setting: name },
  });
}

function noLocalServiceError(name: Name): BrctlError {
  return new BrctlError('no local service is running', {
    kind: 'config',
    code: 'config.no_local_service',
    why: `the environment local is brctl serve on this machine, and nothing else sets ${name}`,
    hint: 'brctl serve, in another terminal; of one with its own --data and --port take --print-env; or choose -e',
    data: { setting: name },
  });
}

function listWaysToSet(name: Name, environment: string, onlyInFiles: boolean): string {
  const start = environment === 'local' ? 'start the local service with brctl serve, ' : '';
  const key = `environments.${environment}.${name} in .brctlrc`;
  if (onlyInFiles) return `${start}${start && 'or '}set ${key}`;
  const isSecret = name in SECRETS;
  const { variable } = isSecret ? SECRETS[name as SecretName] : SETTINGS[name as SettingName];
  const flag = isSecret ? '' : `--${SETTINGS[name as SettingName].flag}, `;
  const choose = start && 'choose another environment with -e, or ';
  return `${start}${choose}give ${flag}${variable}${isSecret ? ` or ${variable}_FILE` : ''}, or ${key}`;
}

type ValueType = (typeof SETTINGS)[SettingName]['type'];

const MAX_PORT = 65_535;

const FAULTS: Readonly<Partial<Record<ValueType, (value: string) => string | undefined>>> = {
  url: (value) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
      ? undefined
      : 'a URL that begins with http:// or https://',
  integer: (value) => (/^\d+$/.test(value) ? undefined : 'a whole number'),
  port: (value) =>
    /^\d+$/.test(value) && Number(value) <= MAX_PORT ? undefined : `a port from 0 to ${MAX_PORT}`,
  duration: checkDuration,
  state: (value) =>
    value === STATE_ON_SFTP || !value.startsWith(STATE_ON_SFTP) ? undefined : `a folder, or ${STATE_ON_SFTP}`,
};

function checkDuration(value: string): string | undefined {
  try {
    return parseDuration(value, '') > 0 ? undefined : 'a duration above 0, such as 500ms, 30s, 5m or 1h30m';
  } catch {
    return 'a duration, such as 500ms, 30s, 5m or 1h30m';
  }
}

/**
 * Refuses a value that its setting cannot have, whatever command will use it.
 * @throws BrctlError `usage` for a flag, `config` for a variable or a file
 */
function checkSetting(name: SettingName, { value, origin }: FoundValue): void {
  const expected = FAULTS[SETTINGS[name].type]?.(value);
  if (expected === undefined) return;
  throw new BrctlError(`${name} must be ${expected}, got ${JSON.stringify(value)} (${origin})`, {
    kind: origin.startsWith('--') ? 'usage' : 'config',
    code: origin.startsWith('--') ? 'usage.bad_value' : 'config.bad_value',
    hint: `brctl help configuration`,
    data: { setting: name },
  });
}
