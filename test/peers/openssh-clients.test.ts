import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalSftp, startLocalSftp } from '../server/sftp/local-sftp.ts';
import { hasBinary } from './binaries.ts';

const canRun = hasBinary('sftp') && hasBinary('scp') && hasBinary('ssh');

describe.skipIf(!canRun)('OpenSSH clients against the service (needs sftp, scp and ssh)', () => {
  let local: LocalSftp;
  let content: Buffer;
  let source: string;

  beforeAll(async () => {
    local = await startLocalSftp();
    content = randomBytes(3_000_000);
    source = path.join(local.scratch, 'source.bin');
    writeFileSync(source, content);
    utimesSync(source, 1_700_000_000, 1_700_000_000);
  });

  afterAll(async () => await local.stop());

  function options(portFlag: string): string[] {
    const settings = [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile=${local.knownHostsFile}`,
    ];
    return [
      portFlag,
      String(local.server.port),
      '-i',
      local.keyFile,
      ...settings.flatMap((setting) => ['-o', setting]),
    ];
  }

  async function sftp(...commands: string[]) {
    const args = [...options('-P'), '-b', '-', `${local.user}@127.0.0.1`];
    return await execa('sftp', args, { input: `${commands.join('\n')}\n`, reject: false });
  }

  test('sftp puts a file, lists it with its size and gets the same bytes back', async () => {
    const back = path.join(local.scratch, 'back.bin');
    const run = await sftp('mkdir up', `put ${source} up/a.bin`, 'ls -l up', `get up/a.bin ${back}`);
    expect(run.stderr).toBe('');
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/-rw-------.* 3000000 .*a\.bin/);
    expect(readFileSync(back).equals(content)).toBe(true);
  });

  test('sftp put -p keeps the time of the source', async () => {
    const run = await sftp(`put -p ${source} timed.bin`);
    expect(run.exitCode).toBe(0);
    expect(statSync(path.join(local.files.root, 'timed.bin')).mtimeMs).toBe(1_700_000_000_000);
    expect(local.files.list().find(({ path: name }) => name === 'timed.bin')?.receivedMs).toBe(
      local.clock.nowMs,
    );
  });

  test('sftp reput resumes a half file', async () => {
    writeFileSync(path.join(local.files.root, 'half.bin'), content.subarray(0, 1_234_567));
    local.files.reload();
    const run = await sftp(`reput ${source} half.bin`);
    expect(run.exitCode).toBe(0);
    expect(readFileSync(path.join(local.files.root, 'half.bin')).equals(content)).toBe(true);
  });

  test('sftp renames over an existing file, as OpenSSH does with posix-rename', async () => {
    writeFileSync(path.join(local.files.root, 'old.txt'), 'old');
    writeFileSync(path.join(local.files.root, 'new.txt'), 'newer');
    local.files.reload();
    const run = await sftp('rename new.txt old.txt');
    expect(run.stderr).toBe('');
    expect(readFileSync(path.join(local.files.root, 'old.txt'), 'utf8')).toBe('newer');
  });

  test('sftp puts a whole tree and removes it again', async () => {
    const tree = path.join(local.scratch, 'tree');
    mkdirSync(path.join(tree, 'deep'), { recursive: true });
    for (let n = 0; n < 120; n++) writeFileSync(path.join(tree, 'deep', `file-${n}.txt`), `content ${n}`);
    const put = await sftp(`put -R ${tree}`, 'ls tree/deep');
    expect(put.exitCode).toBe(0);
    expect(put.stdout).toContain('file-119.txt');
    const removed = await sftp('rm tree/deep/*', 'rmdir tree/deep', 'rmdir tree');
    expect(removed.stderr).toBe('');
    expect(removed.exitCode).toBe(0);
  });

  test('sftp shows the space of the folder', async () => {
    const run = await sftp('df -h');
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toMatch(/Capacity/i);
  });

  test('sftp cannot link and cannot climb out of the folder', async () => {
    expect((await sftp('ln -s /etc/passwd link')).stderr).toContain('Permission denied');
    expect((await sftp('ls /../../etc')).stderr).toMatch(/not found|No such file/);
    expect((await sftp('get ../../../../etc/passwd /dev/null')).stderr).toContain('not found');
  });

  test('scp copies there and back', async () => {
    const back = path.join(local.scratch, 'scp-back.bin');
    await execa('scp', [...options('-P'), '-p', source, `${local.user}@127.0.0.1:scp.bin`]);
    await execa('scp', [...options('-P'), `${local.user}@127.0.0.1:scp.bin`, back]);
    expect(readFileSync(back).equals(content)).toBe(true);
  });

  test.each([
    ['a command', ['id']],
    ['a shell', []],
  ])('ssh gets a sentence instead of %s', async (_what, command) => {
    const run = await execa('ssh', [...options('-p'), '-T', `${local.user}@127.0.0.1`, ...command], {
      reject: false,
      stdin: 'ignore',
    });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('This service allows sftp connections only.');
  });

  test('ssh may not forward ports', async () => {
    const forward = ['-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1', '-N'];
    const run = await execa('ssh', [...options('-p'), ...forward, `${local.user}@127.0.0.1`], {
      reject: false,
    });
    expect(run.exitCode).toBe(255);
    expect(run.stderr).toContain('remote port forwarding failed');
  });

  test('a key that is not registered is refused, and so is a password', async () => {
    const strange = path.join(local.scratch, 'strange');
    await execa('ssh-keygen', ['-q', '-t', 'ecdsa', '-N', '', '-f', strange]);
    const args = options('-P').map((option) => (option === local.keyFile ? strange : option));
    const run = await execa('sftp', [...args, '-b', '-', `${local.user}@127.0.0.1`], {
      input: 'ls\n',
      reject: false,
    });
    expect(run.exitCode).toBe(255);
    expect(run.stderr).toContain('Permission denied (publickey)');
  });
});
