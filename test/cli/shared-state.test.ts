import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliOptions, runCli } from './harness.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const [today, nextDay] = [fixture('catalog.jsonl'), fixture('catalog-next-day.jsonl')];

let emulator: Awaited<ReturnType<typeof startEmulator>>;
let data: string;

beforeAll(async () => {
  data = temporaryFolder();
  emulator = await startEmulator({ dataDir: data });
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.stop());

/** Runs on a machine that has nothing but its settings; with `home` on one that was used before. */
function onMachine(home = temporaryFolder()) {
  const env = { ...emulator.ready.env, BRCTL_STATE: 'sftp:' };
  const run = (argv: readonly string[], more: CliOptions = {}) =>
    runCli([...argv], { env, home, cwd: home, ...more });
  return {
    home,
    run,
    push: (file: string, ...flags: string[]) => run(['push', file, '--poll', '20ms', '--json', ...flags]),
  };
}

/** The SFTP folder of the catalog's state, as it lies on the service's disk. */
function sharedFolder(): string {
  const found = readdirSync(data, { recursive: true, withFileTypes: true }).find(
    ({ name }) => name === '.brctl',
  );
  if (found === undefined) throw new Error('nothing is shared');
  return path.join(found.parentPath, '.brctl', 'products_en');
}

const DAY_MS = 24 * 3_600_000;

/** A clock of the machine and of the service, so many days from now. */
function inDays(days: number): { now(): Date } {
  const at = Date.now() + days * DAY_MS;
  emulator.clock.set(at);
  return { now: () => new Date(at) };
}

describe('a state on SFTP', () => {
  test('tells each machine what the feeds before were like, and forgets them for all', async () => {
    await onMachine().push(today);
    await onMachine().push(nextDay);
    const feeds = async () =>
      (await onMachine().run(['guards', '--json'])).json<{ feeds: number; products: number }>();
    expect(await feeds()).toMatchObject({ feeds: 2, products: 201 });
    expect((await onMachine().run(['guards', 'forget', '--last', '1', '--json'])).json()).toMatchObject({
      forgotten: 1,
      left: 1,
    });
    expect(await feeds()).toMatchObject({ feeds: 1, products: 200 });
  });

  test('gives a machine that starts empty the base of the last push', async () => {
    expect((await onMachine().push(today)).json()).toMatchObject({
      plan: { mode: 'full' },
      searchable: { state: 'yes' },
    });
    const names = readdirSync(sharedFolder());
    expect(names.map((name) => name.replace(/-[0-9a-f]{8}-[0-9a-f-]{27}/, '-*')).sort()).toEqual([
      'file-*.gz',
      expect.stringMatching(/^state-0000000\d{3}-\*\.json\.gz$/),
    ]);
    const listed = async (...folder: string[]) =>
      (await onMachine().run(['files', 'ls', ...folder, '--json'])).json<{ files: unknown[] }>().files.length;
    expect([await listed(), await listed('.brctl')]).toEqual([0, 2]);
    const next = await onMachine().push(nextDay);
    expect(next.json()).toMatchObject({ plan: { mode: 'delta' }, applied: { state: 'yes' } });
    const nothing = onMachine();
    expect((await nothing.push(nextDay)).json()).toMatchObject({ accepted: { state: 'not-needed' } });
    const jobs = await nothing.run(['jobs', '--json']);
    expect(jobs.stdout.trimEnd().split('\n')).toHaveLength(4);
  });

  test('gives another machine the push that was interrupted', async () => {
    const quick = emulator;
    emulator = await startEmulator({ jobDelayMs: 300 });
    try {
      await onMachine().push(today);
      const cut = await onMachine().push(nextDay, '--timeout', '0s');
      expect(cut.exitCode).toBe(9);
      const there = onMachine();
      expect((await there.run(['state', 'show'])).stdout).toMatch(
        /^push +delta of .*next-day.jsonl, begun at/m,
      );
      expect((await there.push(nextDay)).json()).toMatchObject({
        resumed: expect.stringContaining('was applied'),
        accepted: { state: 'not-needed' },
        searchable: { state: 'yes' },
      });
      expect((await there.run(['state', 'show'])).stdout).toMatch(/^push +none in progress$/m);
    } finally {
      await emulator.stop();
      emulator = quick;
    }
  });

  test('lets one of two machines push at a time', async () => {
    const runs = await Promise.all([onMachine().push(today), onMachine().push(nextDay)]);
    // Where the first was done before the other looked, both went through, one after the other.
    expect([
      [0, 0],
      [0, 12],
    ]).toContainEqual(runs.map(({ exitCode }) => exitCode).sort());
    expect(readdirSync(sharedFolder()).filter((name) => name.startsWith('lock'))).toEqual([]);
  });

  test('stops a push whose lock was taken away: nothing of the next owner is written over', async () => {
    await onMachine().push(today);
    let isTaken = false;
    const takeAway = async () => {
      if (isTaken) return;
      isTaken = true;
      expect((await onMachine().run(['state', 'unlock'])).stdout).toContain('lock removed; held by process');
      expect((await onMachine().push(today)).exitCode).toBe(0);
    };
    const run = await onMachine().run(['push', nextDay, '--json'], { sleep: takeAway });
    expect(run.exitCode).toBe(12);
    expect(JSON.parse(run.stderr.trimEnd().split('\n').at(-1) ?? '').error).toMatchObject({
      code: 'lock.lost',
    });
    const { applied } = (await onMachine().run(['state', 'show', '--json'])).json<{
      applied: { source: string };
    }>();
    expect(applied.source).toBe(today);
  });

  test('is written anew before the service deletes it, by pushes that find nothing to do', async () => {
    const { home, push, run } = onMachine();
    await push(today);
    for (const days of [11, 25, 40]) {
      const at = inDays(days);
      const pushed = await onMachine(days === 11 ? home : undefined).run(
        ['push', today, '--json', '--no-verify'],
        at,
      );
      expect(pushed.json(), pushed.stderr).toMatchObject({ accepted: { state: 'not-needed' } });
      const { expires_at } = (await run(['state', 'show', '--json'], at)).json<{ expires_at: string }>();
      expect(Date.parse(expires_at) - at.now().getTime()).toBeGreaterThan(19 * DAY_MS);
    }
  });

  test('that the service has deleted is missed, and the next push is a full load', async () => {
    const { run, push } = onMachine();
    await push(today);
    const pushed = await run(['push', nextDay, '--json', '--no-verify', '--poll', '20ms'], inDays(31));
    expect(pushed.json()).toMatchObject({ plan: { mode: 'full' }, applied: { state: 'yes' } });
    expect(pushed.stderr).toContain('nothing is left of the state on the SFTP server');
  });

  test('knows what another machine has submitted meanwhile', async () => {
    await onMachine().push(today);
    const other = onMachine();
    const submitted = await other.run(['submit', '-', '--wait', '--poll', '20ms'], {
      stdin: '{"op":"remove","path":"/products/20002"}',
    });
    expect(submitted).toMatchObject({ exitCode: 0 });
    const next = await onMachine().push(nextDay);
    expect(next.json()).toMatchObject({
      plan: { mode: 'full', why: expect.stringContaining('stdin was submitted') },
    });
    expect((await onMachine().push(today)).json()).toMatchObject({ plan: { mode: 'delta' } });
    expect(readdirSync(sharedFolder()).filter((name) => name.startsWith('request-'))).toEqual([]);
  });

  test('that is damaged counts as lost; one that was being written counts as not written', async () => {
    await onMachine().push(today);
    const state = () => readdirSync(sharedFolder()).filter((name) => name.startsWith('state-'));
    const [whole = ''] = state();
    writeFileSync(path.join(sharedFolder(), whole.replace(/-\d{10}/, '-0000000999')), 'half');
    expect((await onMachine().push(nextDay)).json()).toMatchObject({ plan: { mode: 'delta' } });
    expect(state()).toHaveLength(1);
    const [last = ''] = state();
    writeFileSync(path.join(sharedFolder(), last), 'something else');
    const lost = await onMachine().push(today);
    expect(lost.stderr).toContain('is damaged and counts as lost');
    expect(lost.json()).toMatchObject({ plan: { mode: 'full' } });
    const catalog = readdirSync(sharedFolder()).find((name) => name.startsWith('file-')) ?? '';
    writeFileSync(path.join(sharedFolder(), catalog), 'something else');
    const missing = await onMachine().push(nextDay);
    expect(missing.stderr).toContain('is no longer on the SFTP server, or is damaged there');
    expect(missing.json()).toMatchObject({ plan: { mode: 'full' } });
  });

  test('is one of an environment by its name', async () => {
    await onMachine().push(today);
    const env = { ...emulator.ready.env, BRCTL_STATE: 'sftp:', BRCTL_ENV: 'staging' };
    const run = await onMachine().run(['push', today], { env });
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain('error state.other_environment');
  });

  test('is looked at without being taken over: a dry run on an empty machine knows the base', async () => {
    await onMachine().push(today);
    const { run, home } = onMachine();
    const dry = await run(['push', nextDay, '--dry-run', '--json']);
    expect(dry.json()).toMatchObject({ plan: { mode: 'delta' } });
    expect(
      readdirSync(home, { recursive: true }).filter((name) => String(name).includes('catalog-')),
    ).toEqual([]);
    expect((await run(['state', 'export', 'out.state'])).exitCode).toBe(0);
    await run(['state', 'import', 'out.state', '--state', 'here']);
    expect((await run(['push', nextDay, '--dry-run', '--json', '--state', 'here'])).json()).toMatchObject({
      plan: { mode: 'delta' },
    });
  });
});
