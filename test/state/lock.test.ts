import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type LockOptions, takeLock } from '../../src/state/lock.ts';
import { temporaryFolder } from '../temp-folder.ts';

let options: LockOptions;
const alive = new Set<number>();

beforeEach(() => {
  alive.clear();
  alive.add(100);
  options = {
    file: path.join(temporaryFolder(), 'deep', 'lock'),
    pid: 100,
    host: 'this-host',
    purpose: 'push to lighting_en',
    now: () => new Date(),
    isProcessAlive: (pid) => alive.has(pid),
  };
});

function leaveLock(owner: { pid: number; host: string }, silentMs: number): void {
  writeFileSync(options.file, JSON.stringify({ ...owner, token: 'x', since: 'then', purpose: 'push' }));
  const at = new Date(Date.now() - silentMs);
  utimesSync(options.file, at, at);
}

async function madeFolder(): Promise<void> {
  await (await takeLock(options)).release();
}

describe('the lock', () => {
  test('is taken once, and free again when it was released', async () => {
    const lock = await takeLock(options);
    await expect(takeLock(options)).rejects.toMatchObject({
      kind: 'locked',
      code: 'lock.held',
      message: 'another brctl is already running: push to lighting_en',
    });
    await lock.release();
    expect(existsSync(options.file)).toBe(false);
    await (await takeLock(options)).release();
  });

  test('goes to exactly one of many that want it', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(options)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('goes to exactly one of many that find a dead owner', async () => {
    await madeFolder();
    leaveLock({ pid: 666, host: 'this-host' }, 0);
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => takeLock(options)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test.each([
    ['a live process of this machine', { pid: 100, host: 'this-host' }, 30_000, true],
    ['a live process that was stopped for minutes', { pid: 100, host: 'this-host' }, 600_000, true],
    ['a number that another process has long taken over', { pid: 100, host: 'this-host' }, 7_200_000, false],
    ['a dead process of this machine', { pid: 666, host: 'this-host' }, 0, false],
    ['another machine that was heard of lately', { pid: 666, host: 'elsewhere' }, 20_000, true],
    ['another machine that fell silent', { pid: 100, host: 'elsewhere' }, 90_000, false],
  ])('of %s', async (_name, owner, silentMs, isHeld) => {
    await madeFolder();
    leaveLock(owner, silentMs);
    const attempt = takeLock(options);
    if (isHeld) await expect(attempt).rejects.toMatchObject({ code: 'lock.held' });
    else await (await attempt).release();
  });

  test('that a crash left empty belongs to nobody', async () => {
    await madeFolder();
    writeFileSync(options.file, '');
    await (await takeLock(options)).release();
    expect(existsSync(options.file)).toBe(false);
  });

  test('that somebody else took over is not released', async () => {
    const lock = await takeLock(options);
    leaveLock({ pid: 7, host: 'elsewhere' }, 0);
    await lock.release();
    expect(existsSync(options.file)).toBe(true);
  });
});
