import { BrctlError } from '../../base/errors.ts';
import { SECRETS, SETTINGS, type SecretName, type SettingName } from './settings.ts';
import type { ConfigSources } from './sources.ts';

export function placeholderError(name: SettingName | SecretName, origin: string): BrctlError {
  return new BrctlError(`${name} is still the placeholder that brctl init wrote`, {
    kind: 'config',
    code: 'config.placeholder',
    why: `in ${origin}`,
    hint: `write the value of ${name} there`,
    data: { setting: name },
  });
}

export function missingValue(
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

export function noLocalService(name: SettingName | SecretName): BrctlError {
  return new BrctlError('no local service is running', {
    kind: 'config',
    code: 'config.no_local_service',
    why: `the environment local is brctl serve on this machine, and nothing else sets ${name}`,
    hint: 'brctl serve, in another terminal; or choose an environment with -e',
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
