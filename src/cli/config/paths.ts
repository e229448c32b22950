import { lstatSync } from 'node:fs';
import path from 'node:path';
import { BrctlError } from '../../base/errors.ts';

export interface Paths {
  /** `config.yaml` or `config.json` of the user is here; absent where the user has no home. */
  configDir?: string;
  /** Ledger, locks, pushed catalogs, visitor id, data of `serve`. */
  stateDir: string;
  tempDir: string;
}

export interface PathSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  readonly tempDir: string;
  /** Is this the number of the user who runs brctl, or on whose behalf it runs (sudo)? */
  isOwnUser(userId: number): boolean;
}

/** XDG says that a relative path in these variables is to be ignored. */
function locateXdgFolder(
  env: PathSources['env'],
  name: string,
  fallback: string | undefined,
): string | undefined {
  const value = env[name];
  const above = value !== undefined && path.isAbsolute(value) ? value : fallback;
  return above && path.join(above, 'brctl');
}

/**
 * Where there is no home there is no user configuration either, and the state is in the temporary folder.
 * @param home the user's home folder
 * @throws BrctlError `state.other_owner` where someone else could have put that state there
 */
export function findPaths({ env, home, tempDir, isOwnUser }: PathSources): Paths {
  const folder = home === undefined || home === '' ? undefined : home;
  const configDir = locateXdgFolder(env, 'XDG_CONFIG_HOME', folder && path.join(folder, '.config'));
  const stateDir = locateXdgFolder(env, 'XDG_STATE_HOME', folder && path.join(folder, '.local', 'state'));
  return {
    ...(configDir !== undefined && { configDir }),
    stateDir: stateDir ?? locateTemporaryState(tempDir, isOwnUser),
    tempDir,
  };
}

function locateTemporaryState(tempDir: string, isOwnUser: (userId: number) => boolean): string {
  const folder = path.join(tempDir, 'brctl-home');
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && isOwnUser(stats.uid) && (stats.mode & 0o022) === 0))
    return path.join(folder, '.local', 'state', 'brctl');
  throw new BrctlError('no home folder, and the folder used in its place is not safe', {
    kind: 'config',
    code: 'state.other_owner',
    file: folder,
    why: 'it belongs to another user, or others may write in it',
    hint: 'set HOME, or XDG_STATE_HOME',
  });
}
