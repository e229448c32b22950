import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createSftpLink } from '../../../src/client/sftp/reconnecting-sftp.ts';
import { acquireLock, type LockHandle, type LockOptions } from '../../../src/client/state/lock.ts';
import { readContent } from '../../../src/client/state/shared/shared-document.ts';
import { SharedFolder } from '../../../src/client/state/shared/shared-folder.ts';
import { openSharedLockFiles } from '../../../src/client/state/shared/shared-lock-files.ts';
import { hasBinary } from '../../peers/binaries.ts';
import { startSshd } from '../../peers/sshd.ts';
import { startLocalSftp } from '../../server/sftp/local-sftp.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { configFor } from '../sftp/local-client.ts';
import { startStore } from './store-server.ts';

type Config = Parameters<typeof createSftpLink>[0]['config'];

const signal = new AbortController().signal;
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/**
 * One of several machines that share a server. Pauses are short: what counts is that others have their turn. Before a
 * file is read back they need one, so that pause is shortened less.
 */
function connect(config: Config) {
  const link = createSftpLink({
    config,
    signal,
    timing: { random: () => 0, sleep: async () => undefined },
  });
  closers.push(() => link.end());
  const folder = new SharedFolder(link, 'products/en');
  const warnings: string[] = [];
  const shorten = (times: number) => async (ms: number) => void (await wait(ms / times));
  const lockOptions = async (more: Partial<LockOptions> = {}): Promise<LockOptions> => ({
    files: await openSharedLockFiles(folder, {
      sleep: shorten(20),
      signal,
      onWarning: (text) => void warnings.push(text),
    }),
    pid: 1,
    host: 'ci',
    namespace: undefined,
    purpose: 'push',
    now: () => new Date(),
    sleep: shorten(100),
    signal,
    isProcessAlive: () => true,
    unlockCommand: 'brctl state unlock',
    ...more,
  });
  return { folder, lockOptions, warnings };
}

const servers: Record<string, () => Promise<Config>> = {
  serve: async () => {
    const local = await startLocalSftp();
    closers.push(() => local.stop());
    return configFor(local);
  },
  'a store that renames by copying': async () => await store({}),
  'a store that writes over new files': async () => await store({ overwritesNewFiles: true }),
  'a store that writes over new files and cannot rename': async () =>
    await store({ overwritesNewFiles: true, cannotRename: true }),
  ...(hasBinary('sshd') &&
    hasBinary('ssh-keygen') && {
      OpenSSH: async () => {
        const sshd = await startSshd();
        closers.push(() => sshd.stop());
        return {
          host: '127.0.0.1',
          port: sshd.port,
          user: sshd.user,
          key: { privateKey: readFileSync(sshd.keyFile, 'latin1') },
          hostKeys: {
            kind: 'known-hosts',
            text: readFileSync(sshd.knownHostsFile, 'utf8'),
            file: '',
          } as const,
          connectTimeoutMs: 60_000,
          tries: 3,
        };
      },
    }),
};

async function store(manners: Parameters<typeof startStore>[0]): Promise<Config> {
  const started = await startStore(manners);
  closers.push(() => started.stop());
  return started.config;
}

describe.each(Object.entries(servers))('a shared folder on %s', (name, start) => {
  const isExclusive = !name.includes('new files');

  test('keeps files whole, lists and removes them', async () => {
    const { folder } = connect(await start());
    expect(await folder.listNames()).toEqual([]);
    expect(await folder.read('none')).toBeUndefined();
    const content = Buffer.from('x'.repeat(100_000));
    await folder.write('a.gz', content);
    await folder.upload('b.ts', import.meta.filename, statSync(import.meta.filename).size);
    expect((await folder.listNames()).sort()).toEqual(['a.gz', 'b.ts']);
    expect((await folder.read('a.gz'))?.equals(content)).toBe(true);
    const copy = path.join(temporaryFolder(), 'copy');
    expect(await folder.download('b.ts', copy)).toBe(true);
    expect(await folder.download('none', copy)).toBe(false);
    await folder.remove('a.gz');
    await folder.remove('a.gz');
    expect(await folder.listNames()).toEqual(['b.ts']);
  });

  test('lets one of many have the lock, and a word is said where that takes reading back', async () => {
    const config = await start();
    const machines = Array.from({ length: 4 }, () => connect(config));
    const results = await Promise.allSettled(
      machines.map(async ({ lockOptions }) => acquireLock(await lockOptions())),
    );
    const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const owners = await owning(held);
    expect(owners).toHaveLength(1);
    for (const { warnings } of machines) expect(warnings.length > 0).toBe(!isExclusive);
    for (const lock of held) await lock.release();
    const again = connect(config);
    await (await acquireLock(await again.lockOptions())).release();
    expect((await again.folder.listNames()).filter((one) => !one.startsWith('lock.alive-'))).toEqual([]);
  });

  test('gives the lock of a silent owner to another; the former owner stops', async () => {
    const config = await start();
    const [first, second] = [connect(config), connect(config)];
    const clock = { nowMs: 0 };
    const lost = await acquireLock(await first.lockOptions({ now: () => new Date(clock.nowMs) }));
    await expect(
      acquireLock(await second.lockOptions({ namespace: 'n', sleep: beat(first.folder, lost, clock) })),
    ).rejects.toMatchObject({
      code: 'lock.held',
    });
    const taken = await acquireLock(await second.lockOptions({ sleep: async () => undefined }));
    await expect(lost.assertHeld()).rejects.toMatchObject({ code: 'lock.lost' });
    await lost.release();
    await taken.assertHeld();
    await taken.release();
  });
});

/** While another waits, the owner gives a sign of life. */
function beat(folder: SharedFolder, { token }: LockHandle, clock: { nowMs: number }) {
  return async () => {
    clock.nowMs += 5_000;
    await folder.put(`lock.alive-${token}`, Buffer.from(new Date(clock.nowMs).toISOString()));
  };
}

async function owning(locks: readonly LockHandle[]): Promise<LockHandle[]> {
  const checked = await Promise.allSettled(locks.map((lock) => lock.assertHeld()));
  return locks.filter((_, at) => checked[at]?.status === 'fulfilled');
}

test('a document that is half written is as good as none', async () => {
  const { folder } = connect(await store({}));
  const whole = gzipSync(JSON.stringify({ schema: 'brctl.shared-state/1' }));
  await folder.put('state-0000000001-00000000-0000-0000-0000-000000000000.json.gz', whole.subarray(0, 20));
  expect(await readContent(folder)).toMatchObject({
    latest: undefined,
    unreadable: [expect.stringContaining('0000000001')],
  });
});
