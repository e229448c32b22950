import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPidNamespace } from '../../src/base/process/process-check.ts';
import { acquireLock } from '../../src/client/state/lock.ts';
import { openLockFiles } from '../../src/client/state/lock-files.ts';
import { temporaryFolder } from '../temp-folder.ts';
import type { CliOptions } from './harness.ts';
import { type HostedService, lamps, startHostedService } from './hosted-service.ts';

let service: HostedService;
let catalog: string;
let catalogs = 0;
beforeAll(async () => {
  service = await startHostedService();
});
afterAll(() => service.stop());
beforeEach(() => {
  catalog = `lamps-${++catalogs}`;
});

function machineWith(env: Record<string, string> = {}, more: CliOptions = {}) {
  const machine = service.machine({ ...more, env: { ...service.env, BRCTL_CATALOG: catalog, ...env } });
  const pushed = async (price: number, count = 20) => {
    writeFileSync(path.join(machine.home, 'lamps.jsonl'), lamps(count, price));
    const options = ['--first-load', '--accept', 'guard.prices', '--because', 'a test'];
    const { exitCode, stderr } = await machine.run(['push', 'lamps.jsonl', ...options]);
    expect(exitCode, stderr).toBe(0);
  };
  return { ...machine, pushed };
}

const prices = async (of = catalog) => [
  ...new Set(Object.values(await service.stored(of)).map(({ attributes }) => attributes.price)),
];

async function lockOfAnother(home: string) {
  return await acquireLock({
    files: openLockFiles(path.join(home, '.local/state/brctl/catalogs', `production@${catalog}`)),
    pid: process.pid,
    host: hostname(),
    namespace: await readPidNamespace(),
    purpose: 'push of another',
    now: () => new Date(),
    sleep: async () => undefined,
    signal: new AbortController().signal,
    isProcessAlive: () => true,
    unlockCommand: 'brctl state unlock',
  });
}

describe('a rollback', () => {
  test('of a state on SFTP finds the catalogs that another machine pushed', async () => {
    const here = machineWith({ BRCTL_STATE: 'sftp:' });
    for (const price of [1, 2, 3]) await here.pushed(price);
    const there = machineWith({ BRCTL_STATE: 'sftp:' });
    const list = (await there.run(['rollback', '--list', '--json'])).json<{ versions: object[] }>();
    expect(list.versions).toHaveLength(3);
    const back = await there.run(['rollback', '--because', 'wrong prices']);
    expect(back.exitCode, back.stderr).toBe(0);
    expect(back.stderr).not.toContain('had no effect');
    expect(await prices()).toEqual([2]);
    // What the other machine did is known here.
    expect((await here.run(['push', 'lamps.jsonl', '--json', '--dry-run'])).json()).toMatchObject({
      plan: { changed: 20 },
    });
  });

  test('asks on a terminal, and sends nothing without a yes', async () => {
    const machine = machineWith();
    for (const price of [1, 2]) await machine.pushed(price);
    const asked = async (stdin: string) =>
      await machine.run(['rollback'], { stdin, stdinIsTerminal: true, terminalColumns: 80 });
    const declined = await asked('n\n');
    expect([declined.exitCode, declined.stderr]).toEqual([2, expect.stringContaining('push this? (y)')]);
    expect(declined.stderr).toContain('nothing was sent');
    expect(await prices()).toEqual([2]);
    expect((await asked('y\n')).exitCode).toBe(0);
    expect(await prices()).toEqual([1]);
  });

  test('of the catalog that is named as its operand, in several parts', async () => {
    const machine = machineWith();
    for (const price of [1, 2]) await machine.pushed(price, 40);
    const named = ['rollback', catalog, '--because', 'a test', '--json'];
    const elsewhere = { env: { ...service.env, BRCTL_CATALOG: 'another' } };
    const run = await machine.run([...named, '--split', '--max-ops', '15'], elsewhere);
    expect(run.exitCode, run.stderr).toBe(0);
    expect(await prices()).toEqual([1]);
  });
});

describe('--lock-timeout', () => {
  test.each([
    ['push', 'lamps.jsonl'],
    ['rollback', '--because', 'a test'],
  ])('lets %s wait for the lock of another, and no longer', async (...argv) => {
    const machine = machineWith();
    for (const price of [1, 2]) await machine.pushed(price);
    const lock = await lockOfAnother(machine.home);
    const refused = await machine.run([...argv, '--lock-timeout', '3s']);
    expect([refused.exitCode, refused.stderr]).toEqual([12, expect.stringContaining('error lock.held')]);
    expect(refused.stderr).toContain('waiting for up to 3 s');
    let sleeps = 0;
    const sleep = async () => {
      if (++sleeps === 2) await lock.release();
    };
    const waited = await machine.run([...argv, '--lock-timeout', '1m'], { sleep });
    expect(waited.exitCode, waited.stderr).toBe(0);
    expect(sleeps).toBeGreaterThanOrEqual(2);
  });
});

test('a state is not exported while a push may change it', async () => {
  const machine = machineWith();
  await machine.pushed(1);
  const lock = await lockOfAnother(machine.home);
  expect((await machine.run(['state', 'export', 'out.state'])).exitCode).toBe(12);
  await lock.release();
});

test('--state sftp: needs its key alone: no folder of this machine can be written', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.local'), 'no folder');
  const machine = machineWith({ BRCTL_STATE: 'sftp:' }, { home });
  await machine.pushed(1);
  await machine.pushed(2);
  expect(await prices()).toEqual([2]);
});
