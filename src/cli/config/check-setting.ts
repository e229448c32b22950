import { BrctlError } from '../../base/errors.ts';
import { parseDuration } from './duration.ts';
import type { FoundValue } from './secrets.ts';
import { SETTINGS, type SettingName, STATE_ON_SFTP } from './settings.ts';

type ValueType = (typeof SETTINGS)[SettingName]['type'];

const MAX_PORT = 65_535;

const FAULTS: Readonly<Partial<Record<ValueType, (value: string) => string | undefined>>> = {
  url: (value) =>
    /^https?:$/.test(protocolOf(value)) ? undefined : 'a URL that begins with http:// or https://',
  integer: (value) => (/^\d+$/.test(value) ? undefined : 'a whole number'),
  port: (value) =>
    /^\d+$/.test(value) && Number(value) <= MAX_PORT ? undefined : `a port from 0 to ${MAX_PORT}`,
  duration: durationFault,
  state: (value) =>
    value === STATE_ON_SFTP || !value.startsWith(STATE_ON_SFTP) ? undefined : `a folder, or ${STATE_ON_SFTP}`,
};

function protocolOf(value: string): string {
  try {
    return new URL(value).protocol;
  } catch {
    return '';
  }
}

function durationFault(value: string): string | undefined {
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
export function checkSetting(name: SettingName, { value, origin }: FoundValue): void {
  const expected = FAULTS[SETTINGS[name].type]?.(value);
  if (expected === undefined) return;
  throw new BrctlError(`${name} must be ${expected}, got ${JSON.stringify(value)} (${origin})`, {
    kind: origin.startsWith('--') ? 'usage' : 'config',
    code: origin.startsWith('--') ? 'usage.bad_value' : 'config.bad_value',
    hint: `brctl help configuration`,
    data: { setting: name },
  });
}
