import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import { isLoopback } from '../../client/api/catalog-state.ts';
import type { ConfigFile, ConfigSources } from './files.ts';
import {
  expandReferences,
  type FoundValue,
  findLack,
  isReference,
  listReferences,
  readSecret,
  untrustedReferenceError,
  untrustedSettingError,
} from './secrets.ts';
import {
  DEFAULT_KNOWN_HOSTS,
  SECRETS,
  SERVICE_DOMAINS,
  SETTINGS,
  type SecretName,
  type SettingName,
  STATE_ON_SFTP,
} from './settings.ts';

const PLACEHOLDER = /\bYOUR_(ACCOUNT_ID|CATALOG|HOST)\b/;

function getVariables({ env, other }: ConfigSources): ConfigSources['env'] {
  return other === undefined ? env : {};
}

function findInFiles(
  name: string,
  files: readonly ConfigFile[],
  environment: string,
): (FoundValue & { file: ConfigFile }) | undefined {
  for (const file of files) {
    const value = file.environments[environment]?.[name];
    if (value !== undefined) return { value, origin: `${file.path} (${environment})`, file };
    const shared = file.shared[name];
    if (shared !== undefined) return { value: shared, origin: file.path, file };
  }
  return undefined;
}

/**
 * A setting from its flag, its variable or a file; undefined where none of them has it.
 * @throws BrctlError `config.missing_reference` for a variable that the value names and that is not set
 */
export function findSetting(
  name: SettingName,
  sources: ConfigSources,
  files: readonly ConfigFile[],
  environment: string,
): FoundValue | undefined {
  const { flag, variable, type } = SETTINGS[name];
  const flagged = sources.flags[name];
  if (flagged !== undefined) return { value: flagged, origin: `--${flag}` };
  const exported = getVariables(sources)[variable];
  if (exported !== undefined && exported !== '') return { value: exported, origin: variable };
  const written = findInFiles(name, files, environment);
  if (written === undefined) return undefined;
  const isAddress = ADDRESSES.includes(name);
  if (isAddress && !written.file.isNear && listReferences(written.value).length > 0) {
    throw untrustedReferenceError(name, written.file.path);
  }
  const value = expandReferences(written.value, name, sources.env, written.file);
  const isPath =
    type === 'path' ||
    (type === 'host-keys' && !isHostKey(value)) ||
    (type === 'state' && value !== STATE_ON_SFTP);
  const resolved =
    isPath && !value.startsWith('~') ? path.resolve(path.dirname(written.file.path), value) : value;
  const isPlaceholder = PLACEHOLDER.test(value);
  const isFar = isUntrusted(name, value) && !written.file.isTrusted;
  return isPlaceholder
    ? { value: resolved, origin: `${written.origin}, still the placeholder ${value}`, isPlaceholder }
    : {
        value: resolved,
        origin: written.origin,
        ...(isFar && { lack: untrustedSettingError(name, written.file.path) }),
      };
}

/** A secret from its variable, the file that the variable names, or a file; warns of one that others can read. */
export async function findSecret(
  name: SecretName,
  sources: ConfigSources,
  files: readonly ConfigFile[],
  environment: string,
  warnings: string[],
): Promise<FoundValue | undefined> {
  const exported = await readSecret(SECRETS[name].variable, getVariables(sources), sources.cwd);
  if (exported !== undefined) return exported;
  const written = findInFiles(name, files, environment);
  if (written === undefined) return undefined;
  if (!isReference(written.value) && written.file.readableByOthers) {
    warnings.push(
      `${written.file.path} holds ${name} but others can read it: chmod 600 ${quoteForShell(written.file.path)}`,
    );
  }
  // Only who needs the secret must have it: searching takes no key of the catalog API.
  const lack = findLack(written.value, name, sources.env, written.file);
  if (lack !== undefined) return { value: '', origin: `${written.origin}, ${lack.message}`, lack };
  return {
    value: expandReferences(written.value, name, sources.env, written.file),
    origin: written.origin,
  };
}

/** Settings that say where requests and files go. */
const ADDRESSES = (Object.keys(SETTINGS) as SettingName[]).filter(
  (name) => SETTINGS[name].type === 'url' || name === 'sftpHost',
);

/** The settings of a file that only a trusted file may make. */
export function listUntrusted({ shared, environments }: ConfigFile): SettingName[] {
  const values = [shared, ...Object.values(environments)];
  return (Object.keys(SETTINGS) as SettingName[]).filter((name) =>
    values.some(({ [name]: value }) => value !== undefined && isUntrusted(name, value)),
  );
}

/** Host keys decide which server gets the keys, a state folder what a push compares with and where it writes. */
function isUntrusted(name: SettingName, value: string): boolean {
  if (name === 'knownHosts') return value !== DEFAULT_KNOWN_HOSTS;
  if (name === 'state') return value !== STATE_ON_SFTP;
  return ADDRESSES.includes(name) && !mayGetKeys(name, value);
}

/** Does it lead to the hosted service, not in the clear, or to this machine? */
function mayGetKeys(name: SettingName, value: string): boolean {
  const isHost = name === 'sftpHost';
  const url = isHost ? `https://${value}` : value;
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  if (isHost && hostname !== value.toLowerCase()) return false;
  const isService = SERVICE_DOMAINS.some((domain) => `.${hostname}`.endsWith(`.${domain}`));
  return isLoopback(url) || (isService && protocol === 'https:');
}

/** A pinned fingerprint or a whole public key, in place of a known_hosts file. */
export function isHostKey(value: string): boolean {
  return value.startsWith('SHA256:') || /^(ssh-|ecdsa-)/.test(value);
}

/** Settings that say how brctl works, wherever it sends to. */
const OF_NO_ENVIRONMENT = new Set(['environment', 'timeout', 'maxRetries']);

/** Variables that belong to an environment: where it is, whose it is, its keys. */
const OF_AN_ENVIRONMENT: readonly string[] = [
  ...Object.entries(SETTINGS).flatMap(([name, { variable }]) =>
    OF_NO_ENVIRONMENT.has(name) ? [] : [variable],
  ),
  ...Object.values(SECRETS).flatMap(({ variable }) => [variable, `${variable}_FILE`]),
];

/**
 * Variables carry the name of the environment that they belong to, in `BRCTL_ENV`: a block of `brctl serve` that is
 * still in the shell must not send what `-e production` asks for to this machine. Addresses without that name may be
 * meant, as in CI; they are warned of.
 * @throws BrctlError `config.other_environment`
 */
export function assertVariablesMatch(
  { env, flags, other }: ConfigSources,
  { value: chosen }: Pick<FoundValue, 'value'>,
  warnings: string[],
): void {
  if (other !== undefined || flags.environment === undefined) return;
  const owner = env.BRCTL_ENV ?? '';
  if (owner === chosen) return;
  const set = OF_AN_ENVIRONMENT.filter((variable) => (env[variable] ?? '') !== '');
  if (owner !== '' && set.length > 0) throw otherEnvironmentError(chosen, owner, set);
  const addresses = ADDRESSES.map((name) => SETTINGS[name].variable).filter((name) => set.includes(name));
  if (owner === '' && addresses.length > 0) {
    warnings.push(
      `${addresses.join(', ')} ${addresses.length === 1 ? 'overrides' : 'override'} the configured URL of ${chosen}; set BRCTL_ENV=${chosen} to confirm`,
    );
  }
}

function otherEnvironmentError(chosen: string, owner: string, set: readonly string[]): BrctlError {
  return new BrctlError(`the environment is ${chosen}, but the shell has variables of ${owner}`, {
    kind: 'config',
    code: 'config.other_environment',
    why: `BRCTL_ENV is ${owner}, and these variables override the configuration: ${set.join(', ')}`,
    hint: `unset BRCTL_ENV ${set.join(' ')}`,
    data: { environment: chosen, of: owner, variables: set },
  });
}
