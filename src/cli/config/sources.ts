import type { Paths } from './paths.ts';
import type { Redactor } from './redactor.ts';
import type { SettingName } from './settings.ts';

export interface ConfigSources {
  flags: Partial<Record<SettingName, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Another environment than the one that variables are meant for: they serve its files' references alone. */
  other?: { environment: string; option: string };
  cwd: string;
  /** Is this the number of the user who runs brctl, or on whose behalf it runs (sudo)? */
  isOwnUser(userId: number): boolean;
  home: string | undefined;
  paths: Paths;
  file: string | undefined;
  redactor: Redactor;
}
