import type { Config } from './config.ts';
import { SECRETS, SETTINGS, type SecretName, type SettingName } from './settings.ts';

interface ShownSetting {
  readonly name: string;
  /** Null while it is not set; `***` for a secret. */
  readonly value: string | null;
  readonly origin: string | null;
  readonly [member: string]: string | null;
}

export interface ShownConfig {
  readonly environment: string;
  readonly files: readonly string[];
  readonly settings: readonly ShownSetting[];
}

/** Every setting with its origin, in the order of the settings table; secrets are masked here, not in the printer. */
export function shownConfig(config: Config): ShownConfig {
  const row = (name: SettingName | SecretName): ShownSetting => {
    const value = config.get(name) ?? null;
    return {
      name,
      value: value !== null && name in SECRETS ? '***' : value,
      origin: config.origin(name) ?? null,
    };
  };
  const names = [...Object.keys(SETTINGS), ...Object.keys(SECRETS)] as (SettingName | SecretName)[];
  return { environment: config.environment, files: config.files, settings: names.map(row) };
}
