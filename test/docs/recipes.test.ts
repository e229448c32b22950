import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { type Machine, newMachine, recipesPage } from './machine.ts';
import { shellBlocks } from './shell-blocks.ts';

const sections = readFileSync(recipesPage, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ heading: text.split('\n', 1)[0] ?? '', text }));

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let machine: Machine;

beforeAll(async () => {
  emulator = await startEmulator({});
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.stop());

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
function otherCommands(text: string): string[] {
  const cron = [...text.matchAll(/^```cron\n([\s\S]*?)^```/gm)].map(([, line = '']) =>
    line.split(' ').slice(5).join(' '),
  );
  const steps = [...text.matchAll(/^\s+run: (.*)$/gm)].map(([, command = '']) => command);
  return [...cron, ...steps.filter((command) => command.startsWith('brctl '))];
}

test('there is a section for each way that people push', () => {
  expect(sections.map(({ heading }) => heading)).toEqual([
    'Every night by cron',
    'From CI',
    'GitHub Actions',
    'A plan as a comment on a pull request',
    'In a container',
    'Several environments',
    'Roll back',
  ]);
});

test.each(sections)('every command of "$heading" runs', async ({ heading, text }) => {
  machine = newMachine(emulator.ready.env);
  const blocks = shellBlocks(recipesPage).filter((block) => block.heading === heading);
  const others = otherCommands(text);
  expect(blocks.length + others.length).toBeGreaterThan(0);
  for (const { script, line } of blocks) await runScript(script, `${heading}:${line}`);
  for (const command of others) await runScript(command, heading);
});
