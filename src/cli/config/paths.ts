import path from 'node:path';

/** The folders that brctl uses outside the project, by the XDG base directory rules. */
export interface Paths {
  /** `config.yaml` or `config.json` of the user is here. */
  configDir: string;
  /** Ledger, locks, pushed catalogs, visitor id, data of `serve`. */
  stateDir: string;
  tempDir: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** XDG says that a relative path in these variables is to be ignored. */
function xdgFolder(env: Environment, name: string, fallback: string): string {
  const value = env[name];
  return path.join(value !== undefined && path.isAbsolute(value) ? value : fallback, 'brctl');
}

/** @param home the user's home folder; where there is none, everything is in the temporary folder */
export function findPaths(env: Environment, home: string | undefined, tempDir: string): Paths {
  const base = home === undefined || home === '' ? path.join(tempDir, 'brctl-home') : home;
  return {
    configDir: xdgFolder(env, 'XDG_CONFIG_HOME', path.join(base, '.config')),
    stateDir: xdgFolder(env, 'XDG_STATE_HOME', path.join(base, '.local', 'state')),
    tempDir,
  };
}
