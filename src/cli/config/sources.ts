import type { Paths } from './paths.ts';
import type { Redactor } from './redactor.ts';
import type { SettingName } from './settings.ts';

/** Where the settings of one command line may come from. */
export interface ConfigSources {
  /** Values of the command line's flags, by setting. */
  flags: Partial<Record<SettingName, string>>;
  env: Readonly<Record<string, string | undefined>>;
  /** Another environment than the one that variables are meant for: they serve its files' references alone. */
  other?: { environment: string; option: string };
  cwd: string;
  /** Is this the number of the user who runs brctl, or on whose behalf it runs (sudo)? */
  isOwnUser(userId: number): boolean;
  home: string | undefined;
  paths: Paths;
  /** The file that --config names. */
  file: string | undefined;
  redactor: Redactor;
}
