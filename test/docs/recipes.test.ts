import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { shellBlocks } from './shell-blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = path.join(root, 'docs', 'recipes');
const recipes = readdirSync(folder).filter((file) => file.endsWith('.md'));

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let machine: { cwd: string; env: Record<string, string> };

beforeAll(async () => {
  emulator = await startEmulator({});
});
afterAll(() => emulator.stop());

/** Settings of an environment that the local service answers. */
function settings(): Record<string, string | undefined> {
  const { env } = emulator.ready;
  return {
    accountId: env.BRCTL_ACCOUNT_ID,
    catalog: env.BRCTL_CATALOG,
    apiKey: env.BRCTL_API_KEY,
    authKey: env.BRCTL_AUTH_KEY,
    catalogUrl: env.BRCTL_CATALOG_URL,
    searchUrl: env.BRCTL_SEARCH_URL,
  };
}

/** A machine with the catalogs of the examples, a `brctl` in its path, and every environment configured. */
function newMachine(): { cwd: string; env: Record<string, string> } {
  const cwd = temporaryFolder();
  for (const file of ['catalog.jsonl', 'catalog-next-day.jsonl']) {
    copyFileSync(path.join(root, 'fixtures', file), path.join(cwd, file));
  }
  const home = path.join(cwd, '.home');
  mkdirSync(path.join(home, 'bin'), { recursive: true });
  const program = `#!/bin/sh\nexec "${process.execPath}" "${path.join(root, 'bin', 'brctl.js')}" "$@"\n`;
  writeFileSync(path.join(home, 'bin', 'brctl'), program, { mode: 0o755 });
  mkdirSync(path.join(home, '.config', 'brctl'), { recursive: true });
  const environments = { local: settings(), staging: settings(), production: settings() };
  const config = JSON.stringify({ environment: 'local', environments });
  writeFileSync(path.join(home, '.config', 'brctl', 'config.json'), config, { mode: 0o600 });
  return { cwd, env: { HOME: home, PATH: `${path.join(home, 'bin')}:${process.env.PATH}`, NO_COLOR: '1' } };
}

async function runScript(script: string, where: string): Promise<void> {
  const { exitCode, all } = await execa('bash', ['-c', `set -e -o pipefail\n${script}`], {
    ...machine,
    extendEnv: false,
    reject: false,
    all: true,
  });
  expect([exitCode, all], `${where}\n${script}`).toEqual([0, expect.anything()]);
}

/** Command lines of fences that are no shell: crontabs and workflows. Installing over itself is not for a test. */
function otherCommands(file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const cron = [...text.matchAll(/^```cron\n([\s\S]*?)^```/gm)].map(([, line = '']) =>
    line.split(' ').slice(5).join(' '),
  );
  const steps = [...text.matchAll(/^\s+run: (.*)$/gm)].map(([, command = '']) => command);
  return [...cron, ...steps].filter((command) => !command.startsWith('npm '));
}

test('there is a recipe for each way that people push', () => {
  expect(recipes.sort()).toEqual([
    'ci-delta.md',
    'first-load.md',
    'github-actions.md',
    'nightly-full-load.md',
    'roll-back.md',
    'two-environments.md',
  ]);
});

test.each(recipes)('every command in %s runs', async (file) => {
  machine = newMachine();
  const blocks = shellBlocks(path.join(folder, file));
  const others = otherCommands(file);
  expect(blocks.length + others.length).toBeGreaterThan(0);
  const isSetUp = (script: string) => script.includes('nightly.sh');
  for (const { script, line } of blocks.filter(({ script }) => isSetUp(script)))
    await runScript(script, `${file}:${line}`);
  for (const command of others) await runScript(command, file);
  for (const { script, line } of blocks.filter(({ script }) => !isSetUp(script)))
    await runScript(script, `${file}:${line}`);
});
