import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temp-folder.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const recipesPage = path.join(root, 'docs/how-to/automate.md');

/** A machine on which recipes run: its working folder and its variables. */
export interface Machine {
  cwd: string;
  env: Record<string, string>;
}

/**
 * A machine that starts empty but for a `brctl`, the catalogs of the examples, and a configuration in which every
 * environment is answered by the local service.
 */
export function newMachine(service: Readonly<Record<string, string | undefined>>): Machine {
  const home = temporaryFolder();
  const cwd = path.join(home, 'shop');
  for (const folder of ['shop', 'bin', '.config/brctl'])
    mkdirSync(path.join(home, folder), { recursive: true });
  for (const file of ['catalog.jsonl', 'catalog-next-day.jsonl'])
    copyFileSync(path.join(root, 'fixtures', file), path.join(cwd, file));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'bin', 'brctl.js')}" "$@"\n`;
  writeFileSync(path.join(home, 'bin', 'brctl'), program, { mode: 0o755 });
  const keys = {
    BRCTL_ENV: 'production',
    BRCTL_API_KEY: service.BRCTL_API_KEY,
    BRCTL_AUTH_KEY: service.BRCTL_AUTH_KEY,
  };
  const lines = Object.entries(keys).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path.join(cwd, 'brctl.env'), lines.join(''), { mode: 0o600 });
  const settings = {
    accountId: service.BRCTL_ACCOUNT_ID,
    catalog: service.BRCTL_CATALOG,
    apiKey: service.BRCTL_API_KEY,
    authKey: service.BRCTL_AUTH_KEY,
    catalogUrl: service.BRCTL_CATALOG_URL,
    searchUrl: service.BRCTL_SEARCH_URL,
    sftpHost: service.BRCTL_SFTP_HOST,
    sftpPort: service.BRCTL_SFTP_PORT,
    sftpUser: service.BRCTL_SFTP_USER,
    sftpKeyFile: service.BRCTL_SFTP_KEY_FILE,
    knownHosts: service.BRCTL_KNOWN_HOSTS,
    // What a recipe does with a service that is gone is the same after one retry.
    maxRetries: 1,
  };
  const environments = { local: settings, staging: settings, production: settings };
  const config = JSON.stringify({ environment: 'local', environments });
  writeFileSync(path.join(home, '.config', 'brctl', 'config.json'), config, { mode: 0o600 });
  return { cwd, env: { HOME: home, PATH: `${path.join(home, 'bin')}:${process.env.PATH}`, NO_COLOR: '1' } };
}
