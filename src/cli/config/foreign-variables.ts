import { BrctlError } from '../../base/errors.ts';
import type { FoundValue } from './secrets.ts';
import { SECRETS, SETTINGS } from './settings.ts';
import type { ConfigSources } from './sources.ts';

/** Settings that say how brctl works, wherever it sends to. */
const OF_NO_ENVIRONMENT = new Set(['environment', 'timeout', 'maxRetries']);

/** Variables that belong to an environment: where it is, whose it is, its keys. */
const OF_AN_ENVIRONMENT: readonly string[] = [
  ...Object.entries(SETTINGS).flatMap(([name, { variable }]) =>
    OF_NO_ENVIRONMENT.has(name) ? [] : [variable],
  ),
  ...Object.values(SECRETS).flatMap(({ variable }) => [variable, `${variable}_FILE`]),
];
const ADDRESSES: readonly string[] = Object.entries(SETTINGS).flatMap(([name, { variable, type }]) =>
  type === 'url' || name === 'sftpHost' ? [variable] : [],
);

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
  if (owner !== '' && set.length > 0) throw otherEnvironment(chosen, owner, set);
  const addresses = set.filter((variable) => ADDRESSES.includes(variable));
  if (owner === '' && addresses.length > 0) {
    warnings.push(
      `${addresses.join(', ')} ${addresses.length === 1 ? 'overrides' : 'override'} the configured URL of ${chosen}; set BRCTL_ENV=${chosen} to confirm`,
    );
  }
}

function otherEnvironment(chosen: string, owner: string, set: readonly string[]): BrctlError {
  return new BrctlError(`the environment is ${chosen}, but the shell has variables of ${owner}`, {
    kind: 'config',
    code: 'config.other_environment',
    why: `BRCTL_ENV is ${owner}, and these variables override the configuration: ${set.join(', ')}`,
    hint: `unset BRCTL_ENV ${set.join(' ')}`,
    data: { environment: chosen, of: owner, variables: set },
  });
}
