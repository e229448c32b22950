import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Paths } from './paths.ts';
import type { FoundValue } from './secrets.ts';
import { SECRETS, SETTINGS } from './settings.ts';

/** Where a `brctl serve` on its default port says how it is reached, keys included. */
export function localServiceFile(paths: Paths): string {
  return path.join(paths.stateDir, 'local.json');
}

const BY_VARIABLE = new Map<string, string>(
  [...Object.entries(SETTINGS), ...Object.entries(SECRETS)].map(([name, { variable }]) => [variable, name]),
);

/** The settings of the local service; empty while none has run. */
export async function readLocalService(paths: Paths): Promise<Map<string, FoundValue>> {
  const file = localServiceFile(paths);
  const settings = new Map<string, FoundValue>();
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return settings;
  for (const [variable, value] of Object.entries(environmentOf(text))) {
    const name = BY_VARIABLE.get(variable);
    if (name !== undefined && name !== 'environment')
      settings.set(name, { value: String(value), origin: `brctl serve (${file})` });
  }
  return settings;
}

function environmentOf(text: string): Record<string, unknown> {
  try {
    const ready = JSON.parse(text) as { env?: Record<string, unknown> };
    return ready.env ?? {};
  } catch {
    // A file that is being replaced or was damaged counts as no service.
    return {};
  }
}
