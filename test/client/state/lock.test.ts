import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { acquireLock, forceUnlock, type LockOptions, readLockOwner } from '../../../src/client/state/lock.ts';
import { openLockFiles } from '../../../src/client/state/lock-files.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const HERE = 'boot-1 pid:[1]';

let folder: string;
let options: LockOptions;
let waitedMs: number;
let said: string[];
const running = new Set<number>();

beforeEach(async () => {
  folder = path.join(temporaryFolder(), 'deep');
  mkdirSync(folder);
  waitedMs = 0;
  said = [];
  running.clear();
  running.add(100);
  options = {
    files: openLockFiles(folder),
    pid: 100,
    host: 'this-host',
    namespace: HERE,
    purpose: 'push to lighting_en',
    now: () => new Date(),
    sleep: async (ms) => {
      waitedMs += ms;
    },
    signal: new AbortController().signal,
    isProcessAlive: (pid) => running.has(pid),
    onWait: (text) => void said.push(text),
    unlockCommand: 'brctl state unlock',
  };
});

/** What another owner has left, and when it was last heard of. */
function leaveLock(
  owner: { pid: number; namespace?: string },
  silentMs: number,
  host = 'this-host',
  token = 'other',
): void {
  const document = { token, host, since: '2031-01-01T00:00:00.000Z', purpose: 'push', ...owner };
  writeFileSync(path.join(folder, 'lock'), JSON.stringify(document));
  sign(token, new Date(Date.now() - silentMs));
}

function sign(token: string, at: Date): void {
  writeFileSync(path.join(folder, `lock.alive-${token}`), at.toISOString());
}

async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  const result = await work();
  expect(readdirSync(folder)).toEqual([]);
  return result;
}

describe('the lock', () => {
  test('is taken once, and free again when it was released', async () => {
    await untilFree(async () => {
      const lock = await acquireLock(options);
      await expect(acquireLock(options)).rejects.toMatchObject({
        kind: 'locked',
        code: 'lock.held',
        message: 'another brctl is already running: push to lighting_en',
      });
      await lock.assertHeld();
      await lock.release();
    });
    await (await acquireLock(options)).release();
  });

  test.each([
    ['nobody has', () => undefined],
    ['a dead process has left', () => leaveLock({ pid: 666, namespace: HERE }, 0)],
    ['a silent one of elsewhere has left', () => leaveLock({ pid: 1, namespace: 'boot-2 pid:[1]' }, 0)],
  ])('that %s goes to exactly one of many that want it', async (_name, leave) => {
    leave();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => acquireLock(options)));
    const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(held).toHaveLength(1);
    await held[0]?.assertHeld();
    await untilFree(async () => await held[0]?.release());
  });

  test.each([
    ['a process that runs here', { pid: 100, namespace: HERE }, 30_000, 0],
    ['a dead process of here', { pid: 666, namespace: HERE }, 0, 0],
    [
      'a number that another process of here has taken over, or one that is stopped',
      { pid: 100, namespace: HERE },
      90_000,
      60_000,
    ],
    ['the same number in another container', { pid: 100, namespace: 'boot-1 pid:[2]' }, 0, 60_000],
    [
      'a number that is unknown here, in another container',
      { pid: 666, namespace: 'boot-1 pid:[2]' },
      0,
      60_000,
    ],
    ['a machine whose system does not tell', { pid: 666 }, 0, 60_000],
  ])('of %s', async (_name, owner, silentMs, expectedWaitMs) => {
    leaveLock(owner, silentMs);
    const isHeld = running.has(owner.pid) && expectedWaitMs === 0;
    const attempt = acquireLock({ ...options, pid: 101 });
    if (isHeld) await expect(attempt).rejects.toMatchObject({ code: 'lock.held' });
    else await untilFree(async () => (await attempt).release());
    expect(waitedMs).toBe(expectedWaitMs);
    expect(said).toHaveLength(expectedWaitMs === 0 ? 0 : 1);
  });

  test('of a container on the same host name that shows a sign of life is held, whatever its number says', async () => {
    leaveLock({ pid: 666, namespace: 'boot-1 pid:[2]' }, 3_600_000);
    const sleep = async (ms: number) => {
      waitedMs += ms;
      if (waitedMs === 5_000) sign('other', new Date());
    };
    await expect(acquireLock({ ...options, sleep })).rejects.toMatchObject({
      code: 'lock.held',
      details: {
        why: expect.stringContaining('process 666 on this-host'),
        hint: expect.stringContaining('brctl state unlock'),
      },
    });
    expect(waitedMs).toBe(5_000);
  });

  test('that a crash left empty belongs to nobody once it stayed so for a minute: it may just be written', async () => {
    writeFileSync(path.join(folder, 'lock'), '');
    await untilFree(async () => (await acquireLock(options)).release());
    expect(waitedMs).toBe(60_000);
  });

  test('of a former process with our own number is free: containers reuse both', async () => {
    const former = {
      token: 'former',
      pid: 100,
      host: 'here',
      since: new Date().toISOString(),
      purpose: 'push',
    };
    writeFileSync(path.join(folder, 'lock'), JSON.stringify({ ...former, namespace: options.namespace }));
    await untilFree(async () => (await acquireLock({ ...options, isProcessAlive: () => true })).release());
    expect(waitedMs).toBe(0);
  });

  test('is waited for, as long as one wants to', async () => {
    const first = await acquireLock(options);
    const sleep = async (ms: number) => {
      waitedMs += ms;
      if (waitedMs === 3_000) await first.release();
    };
    const patient = { ...options, pid: 101, isProcessAlive: () => true, sleep };
    await expect(acquireLock({ ...patient, waitMs: 2_000 })).rejects.toMatchObject({ code: 'lock.held' });
    expect(waitedMs).toBe(2_000);
    await (await acquireLock({ ...patient, waitMs: 5_000 })).release();
    expect(waitedMs).toBe(3_000);
  });

  test('that was taken over is lost: its owner notices, and leaves the lock alone', async () => {
    const first = await acquireLock(options);
    running.delete(100);
    const second = await acquireLock({ ...options, pid: 101, isProcessAlive: (pid) => pid === 101 });
    await expect(first.assertHeld()).rejects.toMatchObject({ kind: 'locked', code: 'lock.lost' });
    await first.release();
    await second.assertHeld();
    await expect(acquireLock({ ...options, isProcessAlive: () => true })).rejects.toMatchObject({
      code: 'lock.held',
    });
    await untilFree(() => second.release());
  });

  test('is lost to whoever takes it after an unlock', async () => {
    const first = await acquireLock(options);
    expect(await readLockOwner(options.files)).toMatchObject({
      owner: { pid: 100, purpose: 'push to lighting_en' },
    });
    expect(await forceUnlock(options.files)).toMatchObject({ pid: 100 });
    await expect(first.assertHeld()).rejects.toMatchObject({ code: 'lock.lost' });
    const second = await acquireLock(options);
    await expect(first.assertHeld()).rejects.toMatchObject({ code: 'lock.lost' });
    await first.release();
    await second.assertHeld();
    await untilFree(() => second.release());
    expect(await forceUnlock(options.files)).toBeUndefined();
  });

  test('is given up with the run that waits for it', async () => {
    leaveLock({ pid: 1, namespace: 'elsewhere' }, 0);
    const sleep = () => Promise.reject(new Error('stopped'));
    await expect(acquireLock({ ...options, sleep })).rejects.toThrow('stopped');
  });
});
