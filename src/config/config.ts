import path from 'node:path';
import { BrctlError } from '../errors.ts';
import { checkValue } from './check-value.ts';
import { parseDuration } from './duration.ts';
import { type ConfigFile, readConfigFiles } from './files.ts';
import { readLocalService } from './local.ts';
import { nearest } from './nearest.ts';
import type { Paths } from './paths.ts';
import type { Redactor } from './redactor.ts';
import {
  expandReferences,
  type Found,
  isReference,
  missingReference,
  secretFromEnvironment,
  unsetReference,
} from './secrets.ts';
import {
  BUILT_IN_ENVIRONMENTS,
  OTHER_ENVIRONMENT,
  SECRETS,
  SETTINGS,
  type SecretName,
  type SettingName,
} from './settings.ts';

/** The settings of the chosen environment, each with its origin. */
export interface Config {
  readonly environment: string;
  readonly environmentOrigin: string;
  /** Every environment that can be chosen. */
  readonly environments: readonly string[];
  readonly files: readonly string[];
  /** What deserves a warning, such as a secret in a file that others can read. */
  readonly warnings: readonly string[];
  /** The `serve` section of the project's file, or of the user's. */
  readonly serve: Readonly<Record<string, unknown>>;
  get(name: SettingName | SecretName): string | undefined;
  origin(name: SettingName | SecretName): string | undefined;
  /** @throws BrctlError config, naming every way to set it */
  require(name: SettingName | SecretName): string;
  integer(name: SettingName): number | undefined;
  durationMs(name: SettingName): number | undefined;
}

export interface ConfigSources {
  /** Values of the command line's flags, by setting. */
  flags: Partial<Record<SettingName, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Another environment than the one that variables are meant for: they serve its files' references alone. */
  other?: { environment: string; option: string };
  cwd: string;
  home: string | undefined;
  paths: Paths;
  /** The file that --config names. */
  file: string | undefined;
  redactor: Redactor;
}

/**
 * Reads the configuration. For every setting the order is: flag, environment variable, project file, user file,
 * built-in default; in a file the environment's own value goes before the one for all.
 *
 * @throws BrctlError config: unreadable file, unknown key or environment, bad value
 */
export async function readConfig(sources: ConfigSources): Promise<Config> {
  const files = await readConfigFiles(sources.cwd, sources.paths, sources.file);
  const inOrder = [files.project, files.user].filter((file) => file !== undefined);
  const environment = chooseEnvironment(sources, inOrder);
  const values = new Map<string, Found>();
  const warnings: string[] = [];
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    const found = findSetting(name, sources, inOrder, environment.value);
    if (found === undefined) continue;
    checkValue(name, found);
    values.set(name, found);
  }
  for (const name of Object.keys(SECRETS) as SecretName[]) {
    const found = await findSecret(name, sources, inOrder, environment.value, warnings);
    if (found === undefined) continue;
    sources.redactor.add(found.value);
    values.set(name, found);
  }
  await addDefaults(values, sources, environment.value);
  values.set('environment', environment);
  return configOver(values, environment, inOrder, warnings, sources.other);
}

function knownEnvironments(files: readonly ConfigFile[]): string[] {
  const ofFiles = files.flatMap((file) => Object.keys(file.environments));
  return [...new Set([...Object.keys(BUILT_IN_ENVIRONMENTS), ...ofFiles])];
}

function chooseEnvironment(sources: ConfigSources, files: readonly ConfigFile[]): Found {
  const chosen = namedEnvironment(sources, files);
  const known = knownEnvironments(files);
  if (known.includes(chosen.value)) return chosen;
  const meant = nearest(chosen.value, known);
  throw new BrctlError(`unknown environment ${JSON.stringify(chosen.value)} (${chosen.origin})`, {
    kind: 'config',
    code: 'config.unknown_environment',
    why: `known environments: ${known.join(', ')}`,
    hint: meant === undefined ? `add it under "environments" in .brctlrc` : `did you mean ${meant}?`,
  });
}

function namedEnvironment(sources: ConfigSources, files: readonly ConfigFile[]): Found {
  const { other } = sources;
  if (other !== undefined) return { value: other.environment, origin: other.option };
  return findSetting('environment', sources, files, '') ?? { value: 'local', origin: 'default' };
}

/** The variables that set something. */
function settingVariables({ env, other }: ConfigSources): ConfigSources['env'] {
  return other === undefined ? env : {};
}

function fromFiles(
  name: string,
  files: readonly ConfigFile[],
  environment: string,
): (Found & { file: ConfigFile }) | undefined {
  for (const file of files) {
    const own = file.environments[environment]?.[name];
    if (own !== undefined) return { value: own, origin: `${file.path} (${environment})`, file };
    const shared = file.shared[name];
    if (shared !== undefined) return { value: shared, origin: file.path, file };
  }
  return undefined;
}

function findSetting(
  name: SettingName,
  sources: ConfigSources,
  files: readonly ConfigFile[],
  environment: string,
): Found | undefined {
  const { flag, variable, type } = SETTINGS[name];
  const given = sources.flags[name];
  if (given !== undefined) return { value: given, origin: `--${flag}` };
  const exported = settingVariables(sources)[variable];
  if (exported !== undefined && exported !== '') return { value: exported, origin: variable };
  const written = fromFiles(name, files, environment);
  if (written === undefined) return undefined;
  const value = expandReferences(written.value, name, sources.env);
  const isPath = type === 'path' || (type === 'host-keys' && !isHostKey(value));
  const resolved =
    isPath && !value.startsWith('~') ? path.resolve(path.dirname(written.file.path), value) : value;
  return { value: resolved, origin: written.origin };
}

async function findSecret(
  name: SecretName,
  sources: ConfigSources,
  files: readonly ConfigFile[],
  environment: string,
  warnings: string[],
): Promise<Found | undefined> {
  const exported = await secretFromEnvironment(
    SECRETS[name].variable,
    settingVariables(sources),
    sources.cwd,
  );
  if (exported !== undefined) return exported;
  const written = fromFiles(name, files, environment);
  if (written === undefined) return undefined;
  if (!isReference(written.value) && written.file.readableByOthers) {
    warnings.push(
      `${written.file.path} holds ${name} but others can read it: chmod 600 ${written.file.path}`,
    );
  }
  // Only who needs the secret must have it: searching takes no key of the catalog API.
  const unset = unsetReference(written.value, sources.env);
  if (unset !== undefined) return { value: '', origin: `${written.origin}, \${${unset}} is not set`, unset };
  return { value: expandReferences(written.value, name, sources.env), origin: written.origin };
}

/** Defaults come last; those of `local` are what the running service says of itself. */
async function addDefaults(
  values: Map<string, Found>,
  sources: ConfigSources,
  environment: string,
): Promise<void> {
  if (environment === 'local') {
    for (const [name, found] of await readLocalService(sources.paths)) {
      if (name in SECRETS) sources.redactor.add(found.value);
      if (!values.has(name)) values.set(name, found);
    }
  }
  const builtIn =
    environment in BUILT_IN_ENVIRONMENTS
      ? BUILT_IN_ENVIRONMENTS[environment as keyof typeof BUILT_IN_ENVIRONMENTS]
      : OTHER_ENVIRONMENT;
  for (const [name, value] of Object.entries(builtIn)) {
    if (!values.has(name)) values.set(name, { value, origin: 'default' });
  }
  for (const name of ['sftpKeyFile', 'knownHosts']) {
    const found = values.get(name);
    if (found?.value.startsWith('~/') && sources.home)
      found.value = path.join(sources.home, found.value.slice(2));
  }
}

/** A pinned fingerprint or a whole public key, in place of a known_hosts file. */
export function isHostKey(value: string): boolean {
  return value.startsWith('SHA256:') || /^(ssh-|ecdsa-)/.test(value);
}

function configOver(
  values: ReadonlyMap<string, Found>,
  environment: Found,
  files: readonly ConfigFile[],
  warnings: readonly string[],
  other: ConfigSources['other'],
): Config {
  const get = (name: string) => {
    const found = values.get(name);
    return found?.unset === undefined ? found?.value : undefined;
  };
  return {
    environment: environment.value,
    environmentOrigin: environment.origin,
    environments: knownEnvironments(files),
    files: files.map((file) => file.path),
    warnings,
    serve: files.find((file) => Object.keys(file.serve).length > 0)?.serve ?? {},
    get,
    origin: (name) => values.get(name)?.origin,
    require(name) {
      const value = get(name);
      const unset = values.get(name)?.unset;
      if (unset !== undefined) throw missingReference(name, unset);
      if (value === undefined || value === '') throw missing(name, environment.value, other);
      return value;
    },
    integer(name) {
      const value = get(name);
      return value === undefined ? undefined : Number(value);
    },
    durationMs(name) {
      const value = get(name);
      return value === undefined ? undefined : parseDuration(value, name);
    },
  };
}

function missing(
  name: SettingName | SecretName,
  environment: string,
  other: ConfigSources['other'],
): BrctlError {
  return new BrctlError(`${name} is not set for the environment ${environment}`, {
    kind: 'config',
    code: 'config.missing',
    ...(other && {
      why: `the environment of ${other.option} is read from the configuration files: flags and BRCTL_ variables apply to the chosen environment only`,
    }),
    hint: waysToSet(name, environment, other !== undefined),
    data: { setting: name },
  });
}

function waysToSet(name: SettingName | SecretName, environment: string, onlyInFiles: boolean): string {
  const start = environment === 'local' ? 'start the local service with brctl serve, ' : '';
  const key = `environments.${environment}.${name} in .brctlrc`;
  if (onlyInFiles) return `${start}${start && 'or '}set ${key}`;
  const isSecret = name in SECRETS;
  const { variable } = isSecret ? SECRETS[name as SecretName] : SETTINGS[name as SettingName];
  const flag = isSecret ? '' : `--${SETTINGS[name as SettingName].flag}, `;
  const choose = start && 'choose another environment with -e, or ';
  return `${start}${choose}give ${flag}${variable}${isSecret ? ` or ${variable}_FILE` : ''}, or ${key}`;
}
