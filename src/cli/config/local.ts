import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMapOf, isObjectOf, isText, parseShape } from '../../base/json/shape.ts';
import type { Paths } from './paths.ts';
import type { FoundValue } from './secrets.ts';
import { BUILT_IN_ENVIRONMENTS, SECRETS, SETTINGS } from './settings.ts';

/** Where a `brctl serve` on its default port says how it is reached, keys included; one file for each of its environments. */
export function locateServiceFile(paths: Paths, environment = 'local'): string {
  return path.join(paths.stateDir, environment === 'local' ? 'local.json' : `local-${environment}.json`);
}

/**
 * Can an environment of `brctl serve` be found by this name? Those of the hosted service never lead to this machine,
 * whatever runs here.
 */
export function isDiscoverable(environment: string): boolean {
  if (environment === 'local') return true;
  return /^[A-Za-z0-9][A-Za-z0-9_.-]*$/.test(environment) && !(environment in BUILT_IN_ENVIRONMENTS);
}

export async function listLocalEnvironments(paths: Paths): Promise<string[]> {
  const files = await readdir(paths.stateDir).catch(() => []);
  const names = files.flatMap((file) => /^local-(.+)\.json$/.exec(file)?.[1] ?? []);
  return names.filter(isDiscoverable).sort();
}

const BY_VARIABLE = new Map<string, string>(
  [...Object.entries(SETTINGS), ...Object.entries(SECRETS)].map(([name, { variable }]) => [variable, name]),
);

const isReady = isObjectOf({ env: isMapOf(isText) });

/** Ready object of the service. A file that is being replaced or damaged counts as no service. */
export async function readLocalService(paths: Paths, environment: string): Promise<Map<string, FoundValue>> {
  const file = locateServiceFile(paths, environment);
  const ready = parseShape(await readFile(file, 'utf8').catch(() => ''), isReady);
  const settings = new Map<string, FoundValue>();
  for (const [variable, value] of Object.entries(ready?.env ?? {})) {
    const name = BY_VARIABLE.get(variable);
    if (name !== undefined && name !== 'environment')
      settings.set(name, { value, origin: `brctl serve (${file})` });
  }
  return settings;
}
