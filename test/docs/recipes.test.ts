import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { recipesFolder as folder, type Machine, newMachine } from './machine.ts';
import { shellBlocks } from './shell-blocks.ts';

const recipes = readdirSync(folder).filter((file) => file.endsWith('.md'));

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let machine: Machine;

beforeEach(async () => {
  emulator = await startEmulator({});
});
afterEach(() => emulator.stop());

async function runScript(script: string, where: string): Promise<void> {
  const { exitCode, all } = await execa('bash', ['-c', `set -e -o pipefail\n${script}`], {
    ...machine,
    extendEnv: false,
    reject: false,
    all: true,
  });
  expect([exitCode, all], `${where}\n${script}`).toEqual([0, expect.anything()]);
}

/** Command lines of fences that are no shell: crontabs and workflows. What is not brctl's is GitHub's. */
function otherCommands(file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const cron = [...text.matchAll(/^```cron\n([\s\S]*?)^```/gm)].map(([, line = '']) =>
    line.split(' ').slice(5).join(' '),
  );
  const steps = [...text.matchAll(/^\s+run: (.*)$/gm)].map(([, command = '']) => command);
  return [...cron, ...steps.filter((command) => command.startsWith('brctl '))];
}

test('there is a recipe for each way that people push', () => {
  expect(recipes.sort()).toEqual([
    'ci-delta.md',
    'ci-plan-comment.md',
    'container.md',
    'github-actions.md',
    'nightly-full-load.md',
    'roll-back.md',
    'two-environments.md',
  ]);
});

test.each(recipes)('every command in %s runs', async (file) => {
  machine = newMachine(emulator.ready.env);
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
