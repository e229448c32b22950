import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { type Machine, newMachine } from '../docs/machine.ts';
import { type ActionRun, runAction } from './run-action.ts';

// Each runs several processes, one after the other.
vi.setConfig({ testTimeout: 180_000 });

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let machine: Machine;
/** They come to the action as texts. */
let key: string;
let knownHosts: string;

beforeEach(async () => {
  emulator = await startEmulator({});
  const { env } = emulator.ready;
  key = readFileSync(env.BRCTL_SFTP_KEY_FILE ?? '', 'utf8').trimEnd();
  knownHosts = readFileSync(env.BRCTL_KNOWN_HOSTS ?? '', 'utf8').trimEnd();
  machine = freshMachine();
});
afterEach(() => emulator.stop());

/** A runner: it knows where the service is, and no key file and no host key. Another program is called brctl there. */
function freshMachine(): Machine {
  const { env } = emulator.ready;
  const made = newMachine({ ...env, BRCTL_SFTP_KEY_FILE: undefined, BRCTL_KNOWN_HOSTS: undefined });
  writeFileSync(
    path.join(made.env.HOME ?? '', 'bin', 'brctl'),
    '#!/bin/sh\necho "bridge name" >&2\nexit 1\n',
  );
  return { ...made, env: { ...made.env, BRCTL_API_KEY: env.BRCTL_API_KEY ?? '' } };
}

const act = (given: Record<string, string>, event?: object) =>
  runAction(
    machine,
    {
      catalog: 'catalog.jsonl',
      'sftp-key': key,
      'known-hosts': knownHosts,
      ...given,
    },
    event,
  );

function sent(): string[] {
  return emulator.requests
    .list()
    .filter(({ kind, method }) => kind !== 'sftp' && method !== 'GET')
    .map(({ method }) => method);
}

/** Whatever happened: no key in the files or variables that the action leaves, nor in what people read. */
function expectNoKeys({ temp, variables, summary, log, outputs }: ActionRun): void {
  expect(readdirSync(temp).filter((file) => file !== 'brctl-plan.md')).toEqual([]);
  expect(variables).toBe('');
  const secret = key.split('\n')[1] ?? '';
  for (const text of [summary, log, JSON.stringify(outputs)]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(emulator.ready.env.BRCTL_API_KEY);
  }
}

test('pushes the plan that it showed, and the next day what has changed, on runners that start empty', async () => {
  const first = await act({});
  expect(first.codes).toEqual([
    'Program 0',
    'Secrets 0',
    'Keys 0',
    'Plan 0',
    'Push 0',
    'Summary, and no keys left 0',
  ]);
  expect(first.outputs).toMatchObject({ 'exit-code': '0', result: 'pushed' });
  expect(readFileSync(first.outputs.plan ?? '', 'utf8')).toContain('200');
  expect(first.summary.match(/^#+ .*production/gm)).toHaveLength(1);
  expectNoKeys(first);
  expect(sent().filter((method) => method === 'PUT')).toHaveLength(1);

  machine = freshMachine();
  const next = await act({ catalog: 'catalog-next-day.jsonl' });
  expect(next.outputs).toMatchObject({ 'exit-code': '0', result: 'pushed' });
  expect(sent().filter((method) => method === 'PATCH')).toHaveLength(1);
  expectNoKeys(next);
});

test('command plan sends nothing', async () => {
  const run = await act({ command: 'plan' });
  expect(run.codes).not.toContain('Push 0');
  expect(run.outputs).toMatchObject({ 'exit-code': '0', result: 'planned' });
  expect(run.summary).not.toBe('');
  expect(sent()).toEqual([]);
  expectNoKeys(run);
});

test('what a guard refuses fails a push, not a plan, and passes once it is accepted', async () => {
  await act({});
  const whole = readFileSync(path.join(machine.cwd, 'catalog.jsonl'), 'utf8').split('\n');
  writeFileSync(path.join(machine.cwd, 'catalog.jsonl'), `${whole.slice(0, 100).join('\n')}\n`);
  const before = sent().length;

  const planned = await act({ command: 'plan' });
  expect([planned.isGreen, planned.outputs['exit-code'], planned.outputs.result]).toEqual([
    true,
    '11',
    'refused',
  ]);
  const refused = await act({});
  expect([refused.isGreen, refused.outputs['exit-code'], refused.outputs.result]).toEqual([
    false,
    '11',
    'refused',
  ]);
  expect(refused.summary).not.toBe('');
  expectNoKeys(refused);
  expect(sent()).toHaveLength(before);

  const accepted = await act({
    accept: 'guard.shrink\nguard.removals=60%\n',
    because: 'half of the shop is sold',
  });
  expect([accepted.log, accepted.outputs.result]).toEqual([expect.anything(), 'pushed']);
  expectNoKeys(accepted);
});

const FORK = {
  repository: { full_name: 'shop/feed' },
  pull_request: { head: { repo: { full_name: 'somebody/feed' } } },
};

test('a pull request from a fork has no secrets: green, and skipped', async () => {
  delete machine.env.BRCTL_API_KEY;
  const run = await act({ 'sftp-key': '' }, FORK);
  expect(run.codes).toEqual(['Program 0', 'Secrets 0']);
  expect(run.outputs).toMatchObject({ result: 'skipped', 'exit-code': '' });
  expect(run.log).toContain('::notice::');
});

test('the same without secrets in a pull request of the repository itself fails', async () => {
  delete machine.env.BRCTL_API_KEY;
  const own = { ...FORK, pull_request: { head: { repo: FORK.repository } } };
  const run = await act({ 'sftp-key': '' }, own);
  expect([run.isGreen, run.outputs.result]).toEqual([false, 'failed']);
  expect(sent()).toEqual([]);
});

test('an SFTP host that is not the known one gets no key and no catalog', async () => {
  const run = await act({ 'known-hosts': 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' });
  expect([run.isGreen, run.outputs['exit-code'], run.outputs.result]).toEqual([false, '3', 'failed']);
  expect(sent()).toEqual([]);
  expectNoKeys(run);
});

test('annotates what is wrong with the file, and pushes nothing', async () => {
  copyFileSync(path.join(machine.cwd, 'catalog.jsonl'), path.join(machine.cwd, "it's.jsonl"));
  writeFileSync(path.join(machine.cwd, "it's.jsonl"), '{"op":"add"\n', { flag: 'a' });
  const run = await act({ catalog: "it's.jsonl" });
  expect([run.isGreen, run.outputs['exit-code']]).toEqual([false, '4']);
  expect(run.log).toMatch(/^::error file=it's\.jsonl,line=\d+/m);
  expect(sent()).toEqual([]);
  expectNoKeys(run);
});
