import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runCli } from './harness.ts';

test('brctl alone prints help and succeeds', async () => {
  const run = await runCli([]);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain('Usage: brctl');
  expect(run.stderr).toBe('');
});

test('every command has a description, help with its options, and exits 0 for --help', async () => {
  const names = [...(await runCli([])).stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const run = await runCli([name, '--help']);
    expect(run.exitCode, name).toBe(0);
    expect(run.stdout, name).toContain(`Usage: brctl ${name}`);
  }
});

test.each([
  ['exit-codes', '12  another brctl holds the lock'],
  ['configuration', 'BRCTL_API_KEY_FILE'],
  ['environments', 'built in'],
  ['formats', 'JSON Lines'],
])('help %s explains the topic', async (topic, text) => {
  const run = await runCli(['help', topic]);
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain(text);
});

test('help of an unknown topic is a usage error', async () => {
  expect((await runCli(['help', 'nothing'])).exitCode).toBe(2);
});

test('an unknown command and an unknown option are usage errors that name the nearest', async () => {
  const command = await runCli(['serch', 'x']);
  expect([command.exitCode, command.stderr]).toEqual([2, expect.stringContaining('did you mean search?')]);
  const option = await runCli(['search', 'x', '--rws', '1', '--json']);
  expect(option.exitCode).toBe(2);
  expect(JSON.parse(option.stderr).error).toMatchObject({
    code: 'usage.unknown_option',
    exit: 2,
    hint: 'did you mean --rows?',
  });
});

test.each(['bash', 'zsh', 'fish'])(
  'the completion script of %s knows commands and options',
  async (shell) => {
    const run = await runCli(['completion', shell]);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('search');
    expect(run.stdout).toContain('facet-range');
  },
);

test('bash completes a subcommand by the script', async () => {
  const script = (await runCli(['completion', 'bash'])).stdout;
  const probe = `${script}\nCOMP_WORDS=(brctl config re); COMP_CWORD=2; _brctl; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync('bash', ['-c', probe], { encoding: 'utf8' }).trim()).toBe('reset-uid');
});
