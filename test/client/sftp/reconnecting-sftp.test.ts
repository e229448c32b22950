import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateKeyPair } from '../../../src/base/ssh/keys.ts';
import type { SftpConfig } from '../../../src/client/sftp/connect.ts';
import { listFiles } from '../../../src/client/sftp/list-files.ts';
import { createSftpLink } from '../../../src/client/sftp/reconnecting-sftp.ts';
import { type LocalSftp, startLocalSftp } from '../../server/sftp/local-sftp.ts';
import { calm, configFor, linkTo } from './local-client.ts';

let local: LocalSftp;
let silent: Server;
let silentPort = 0;
let connections = 0;

beforeEach(async () => {
  local = await startLocalSftp();
  connections = 0;
  silent = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  silentPort = typeof address === 'object' && address !== null ? address.port : 0;
});

afterEach(async () => {
  silent.close();
  await local.stop();
});

/** Lists the folder over a link with these changes; gives the pauses that were made. */
async function tryTo(changes: Partial<SftpConfig>, signal = calm) {
  const pauses: number[] = [];
  const timing = { random: () => 1, sleep: async (ms: number) => void pauses.push(ms) };
  const link = linkTo(local, changes, { timing, signal });
  try {
    await link.use((folder) => listFiles(folder, 0));
    return { error: null, pauses };
  } catch (error) {
    return { error, pauses };
  } finally {
    await link.end();
  }
}

describe('connections that fail', () => {
  test('are tried as often as configured, with pauses that double', async () => {
    const { error, pauses } = await tryTo({ port: 1, tries: 4 });
    expect(error).toMatchObject({ kind: 'temporary', code: 'sftp.connection_failed' });
    expect(pauses).toEqual([500, 1_000, 2_000]);
  });

  test('because nobody speaks are given up after the time that is set', async () => {
    const { error } = await tryTo({ port: silentPort, connectTimeoutMs: 100, tries: 2 });
    expect(error).toMatchObject({ kind: 'temporary', code: 'sftp.connection_failed' });
    expect(connections).toBe(2);
  });

  test('because the name is unknown are temporary too', async () => {
    const { error } = await tryTo({ host: 'no-such-host.invalid', tries: 1 });
    expect(error).toMatchObject({ kind: 'temporary', code: 'sftp.connection_failed' });
  });
});

describe('what another try cannot mend is not tried again', () => {
  test.each([
    [
      'a key that is not registered',
      { key: { privateKey: generateKeyPair('user').privateKey } },
      'sftp.login_refused',
    ],
    ['another user', { user: 'somebody' }, 'sftp.login_refused'],
    [
      'another host key',
      { hostKeys: { kind: 'pinned', value: 'SHA256:AAAA' } as const },
      'sftp.host_key_changed',
    ],
    [
      'an unknown host',
      { hostKeys: { kind: 'known-hosts', text: '', file: 'known_hosts' } as const },
      'sftp.host_key_unknown',
    ],
  ])('%s', async (_what, changes, code) => {
    const { error, pauses } = await tryTo(changes);
    expect(error).toMatchObject({ kind: 'config', code });
    expect(pauses).toEqual([]);
  });
});

test('an abort ends the wait for a connection with its own reason', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => stop.abort(reason), 50);
  const { error } = await tryTo({ port: silentPort }, stop.signal);
  expect(error).toBe(reason);
});

test('uses at the same time share one connection, and a use after the end makes a new one', async () => {
  const link = createSftpLink({
    config: configFor(local),
    signal: calm,
    timing: { random: () => 0, sleep: async () => {} },
  });
  await Promise.all([1, 2, 3].map(() => link.use((folder) => listFiles(folder, 0))));
  expect(local.server.connections()).toBe(1);
  await link.end();
  await expect.poll(() => local.server.connections()).toBe(0);
  await link.use((folder) => listFiles(folder, 0));
  await link.end();
});

test('requests on a connection that is gone fail instead of waiting for ever', async () => {
  const link = linkTo(local, { tries: 1 });
  await link.use(async (folder) => {
    await local.server.close();
    await expect(folder.stat('x')).rejects.toMatchObject({ code: 'sftp.connection_failed' });
    await expect.poll(() => folder.isGone).toBe(true);
    await expect(folder.stat('x')).rejects.toMatchObject({ code: 'sftp.connection_failed' });
  });
  await link.end();
});
