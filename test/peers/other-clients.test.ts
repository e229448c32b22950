import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import SftpClient from 'ssh2-sftp-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalSftp, startLocalSftp } from '../server/sftp/local-sftp.ts';
import { hasBinary } from './binaries.ts';

let local: LocalSftp;
let tree: string;

beforeEach(async () => {
  local = await startLocalSftp();
  tree = path.join(local.scratch, 'tree');
  mkdirSync(path.join(tree, 'deep/er'), { recursive: true });
  writeFileSync(path.join(tree, 'a.bin'), randomBytes(700_000));
  writeFileSync(path.join(tree, 'deep/er/b.txt'), 'b');
  writeFileSync(path.join(tree, 'deep/ü ñ.txt'), 'name with accents');
});

afterEach(async () => await local.stop());

const received = () =>
  readdirSync(local.files.root, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(local.files.root, name)).isFile())
    .sort();

describe.skipIf(!hasBinary('rclone'))('rclone against the service (needs rclone)', () => {
  function rclone(...args: string[]) {
    const options = [
      ['--sftp-host', '127.0.0.1'],
      ['--sftp-port', String(local.server.port)],
      ['--sftp-user', local.user],
      ['--sftp-key-file', local.keyFile],
      ['--sftp-known-hosts-file', local.knownHostsFile],
      ['--config', path.join(local.scratch, 'rclone.conf')],
    ].flat();
    return execa('rclone', [...args, ...options, '--retries', '1'], { reject: false });
  }

  test('copies a tree, finds nothing to do the second time, and checks what is there', async () => {
    writeFileSync(path.join(local.scratch, 'rclone.conf'), '');
    const first = await rclone('copy', tree, ':sftp:up');
    expect(first.stderr).not.toContain('ERROR');
    expect(received()).toEqual(['up/a.bin', 'up/deep/er/b.txt', 'up/deep/ü ñ.txt']);
    const second = await rclone('copy', tree, ':sftp:up', '-v', '--stats-one-line');
    expect(second.stderr).not.toMatch(/Copied/);
    expect((await rclone('check', tree, ':sftp:up', '--download')).exitCode).toBe(0);
  });
});

describe.skipIf(!hasBinary('lftp'))('lftp against the service (needs lftp)', () => {
  function lftp(commands: string) {
    const ssh = `ssh -a -x -i ${local.keyFile} -o IdentitiesOnly=yes -o UserKnownHostsFile=${local.knownHostsFile}`;
    const script = [
      `set sftp:connect-program "${ssh}"`,
      'set net:max-retries 1',
      'set cmd:fail-exit true',
      `open -p ${local.server.port} sftp://${local.user}:@127.0.0.1`,
      commands,
    ].join('; ');
    return execa('lftp', ['--norc', '-c', script], { reject: false, env: { HOME: local.scratch } });
  }

  test('mirrors a tree there and back, and resumes a half file', async () => {
    expect(await lftp(`mirror -R ${tree} up`)).toMatchObject({ exitCode: 0 });
    expect(received()).toEqual(['up/a.bin', 'up/deep/er/b.txt', 'up/deep/ü ñ.txt']);
    const whole = readFileSync(path.join(tree, 'a.bin'));
    writeFileSync(path.join(local.files.root, 'up/a.bin'), whole.subarray(0, 300_000));
    local.files.reload();
    expect(await lftp(`put -c ${tree}/a.bin -o up/a.bin; ls up`)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(path.join(local.files.root, 'up/a.bin')).equals(whole)).toBe(true);
  });
});

describe('ssh2-sftp-client against the service', () => {
  test('does what the flow of the cartridges does: list, make a folder, put, rename, delete, get', async () => {
    const client = new SftpClient('test', { error: () => {}, end: () => {}, close: () => {} });
    await client.connect({
      host: '127.0.0.1',
      port: local.server.port,
      username: local.user,
      privateKey: local.userKey.privateKey,
    });
    try {
      expect(await client.list('/')).toEqual([]);
      await client.mkdir('feeds/en', true);
      await client.put(Buffer.from('line\n'), 'feeds/en/new.part');
      await client.rename('feeds/en/new.part', 'feeds/en/new.jsonl');
      await client.fastPut(path.join(tree, 'a.bin'), 'feeds/en/a.bin', { concurrency: 16 });
      expect((await client.list('feeds/en')).map(({ name, size }) => [name, size])).toEqual(
        expect.arrayContaining([
          ['new.jsonl', 5],
          ['a.bin', 700_000],
        ]),
      );
      expect(await client.get('feeds/en/a.bin')).toEqual(readFileSync(path.join(tree, 'a.bin')));
      await client.delete('feeds/en/new.jsonl');
      expect(await client.exists('feeds/en/new.jsonl')).toBe(false);
      await client.rmdir('feeds', true);
      expect(received()).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
