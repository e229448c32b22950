import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CliOptions, runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { hasBinary } from './binaries.ts';
import { openCuttingLine } from './cutting-line.ts';
import { type Sshd, startSshd } from './sshd.ts';

const isRoot = userInfo().uid === 0;
const canRun = hasBinary('sshd') && hasBinary('ssh-keygen');

describe.skipIf(!canRun).each([
  ['plain', false],
  ['with a chroot, which needs root', true],
])('brctl against the server of OpenSSH, %s (needs sshd)', (_what, chroot) => {
  let sshd: Sshd;
  let folder: string;
  const content = randomBytes(2_500_000);

  beforeAll(async () => {
    if (!chroot || isRoot) sshd = await startSshd({ hostKeys: ['ed25519', 'rsa'], chroot });
  });

  afterAll(async () => await sshd?.stop());

  beforeEach((context) => {
    if (chroot && !isRoot) context.skip('a chroot needs root');
    folder = temporaryFolder();
    writeFileSync(path.join(folder, 'big.bin'), content);
  });

  function brctl(argv: readonly string[], env: Record<string, string> = {}, options: CliOptions = {}) {
    return runCli(argv, { cwd: folder, home: folder, env: { ...sshd.env, ...env }, ...options });
  }

  const remote = (name: string) => path.join(sshd.home, name);

  test('a file arrives whole, folder made, .part gone', async () => {
    const run = await brctl(['upload', 'big.bin', '--as', 'one/big.bin', '-q']);
    expect(run).toMatchObject({ exitCode: 0, stdout: 'one/big.bin\n', stderr: '' });
    expect(readFileSync(remote('one/big.bin')).equals(content)).toBe(true);
    expect(readdirSync(remote('one'))).toEqual(['big.bin']);
  });

  test('a compressed upload is what gunzip takes', async () => {
    const run = await brctl(['upload', 'big.bin', '--mode', 'full', '-q']);
    expect(gunzipSync(readFileSync(remote(run.stdout.trim()))).equals(content)).toBe(true);
  });

  test('an upload that breaks off in the middle goes on under its name, after a while or with the next run', async () => {
    const line = await openCuttingLine(sshd.port);
    const known = path.join(folder, 'known_hosts');
    const renamed = readFileSync(sshd.knownHostsFile, 'utf8').replaceAll(`:${sshd.port}`, `:${line.port}`);
    writeFileSync(known, renamed);
    const through = { BRCTL_SFTP_PORT: String(line.port), BRCTL_KNOWN_HOSTS: known };
    const words = ['upload', 'big.bin', '--as', 'cut/big.bin', '--json'];
    line.cutAfterBytes = 1_300_000;
    const cut = await brctl([...words, '--max-retries', '0'], through);
    expect(cut.exitCode, cut.stderr).toBe(7);
    expect(readdirSync(remote('cut'))).toEqual(['big.bin.part']);
    // It breaks once more, then no longer; so much is left in any case.
    line.cutAfterBytes = 200_000;
    const sleep = async () => {
      line.cutAfterBytes = Number.POSITIVE_INFINITY;
    };
    const resumed = await brctl(words, through, { sleep });
    expect(resumed.exitCode, resumed.stderr).toBe(0);
    expect(line.cuts).toBe(2);
    expect(resumed.json()).toMatchObject({ files: [{ size_bytes: 2_500_000, skipped: false }] });
    const [{ resumed_bytes: kept = 0 } = {}] = resumed.json<{ files: { resumed_bytes: number }[] }>().files;
    expect(kept).toBeGreaterThan(0);
    expect(readFileSync(remote('cut/big.bin')).equals(content)).toBe(true);
    expect(readdirSync(remote('cut'))).toEqual(['big.bin']);
    await line.stop();
  });

  test('a half .part is verified and gone on with; other content under the name is replaced', async () => {
    mkdirSync(remote('half'));
    writeFileSync(remote('half/big.bin.part'), content.subarray(0, 1_600_000));
    writeFileSync(remote('half/big.bin'), 'what was there before');
    const run = await brctl(['upload', 'big.bin', '--as', 'half/big.bin', '--json']);
    expect(run.json()).toMatchObject({ files: [{ resumed_bytes: 1_600_000, skipped: false }] });
    expect(readFileSync(remote('half/big.bin')).equals(content)).toBe(true);
  });

  test('the same content is not sent again', async () => {
    await brctl(['upload', 'big.bin', '--as', 'same.bin']);
    const run = await brctl(['upload', 'big.bin', '--as', 'same.bin', '--json']);
    expect(run.json()).toMatchObject({ files: [{ skipped: true }] });
  });

  test('files are listed and deleted', async () => {
    writeFileSync(remote('listed.txt'), 'x');
    const listed = await brctl(['files', 'ls', '--json']);
    expect(listed.json<{ files: { path: string }[] }>().files.map((file) => file.path)).toContain(
      'listed.txt',
    );
    expect((await brctl(['files', 'rm', 'listed.txt'])).exitCode).toBe(0);
    expect(existsSync(remote('listed.txt'))).toBe(false);
  });

  test.each(['ssh-ed25519', 'ssh-rsa'])('a host known by its %s key alone is trusted', async (type) => {
    const lines = readFileSync(sshd.knownHostsFile, 'utf8').split('\n');
    writeFileSync(path.join(folder, 'known'), `${lines.find((line) => line.includes(type))}\n`);
    expect((await brctl(['files', 'ls'], { BRCTL_KNOWN_HOSTS: 'known' })).exitCode).toBe(0);
  });

  test('the command that comes with an unknown host makes it known', async () => {
    const unknown = await brctl(['files', 'ls', '--json'], { BRCTL_KNOWN_HOSTS: 'none' });
    expect(unknown.exitCode).toBe(3);
    const { hint } = JSON.parse(unknown.stderr).error;
    const { execa } = await import('execa');
    await execa('sh', ['-c', hint.replace(/^.*, then: /, '')]);
    expect((await brctl(['files', 'ls'], { BRCTL_KNOWN_HOSTS: 'none' })).exitCode).toBe(0);
  });

  test('a folder that cannot be written is exit 3 or 7, with the reason', async () => {
    writeFileSync(remote('file'), 'x');
    const run = await brctl(['upload', 'big.bin', '--as', 'file/below.bin', '--json']);
    expect([3, 5, 7]).toContain(run.exitCode);
    expect(JSON.parse(run.stderr).error.why).not.toBe('');
  });

  test('the agent is asked when no key file is set', async (context) => {
    if (!hasBinary('ssh-agent')) return context.skip('needs ssh-agent');
    const { execa } = await import('execa');
    const started = await execa('ssh-agent', ['-s']);
    const socket = /SSH_AUTH_SOCK=([^;]+)/.exec(started.stdout)?.[1] ?? '';
    const pid = /SSH_AGENT_PID=(\d+)/.exec(started.stdout)?.[1] ?? '';
    try {
      await execa('ssh-add', ['-q', sshd.keyFile], { env: { SSH_AUTH_SOCK: socket } });
      const run = await brctl(['files', 'ls'], { BRCTL_SFTP_KEY_FILE: '', SSH_AUTH_SOCK: socket });
      expect(run.exitCode).toBe(0);
    } finally {
      process.kill(Number(pid));
    }
  });
});

test.skipIf(!canRun)(
  'a server without the rename of OpenSSH gets the file under its name too (needs sshd)',
  async () => {
    const sshd = await startSshd({ denied: ['posix-rename'] });
    const folder = temporaryFolder();
    try {
      for (const text of ['first', 'and second']) {
        writeFileSync(path.join(folder, 'a.txt'), text);
        const options = { cwd: folder, home: folder, env: sshd.env };
        const run = await runCli(['upload', 'a.txt', '--no-rename'], options);
        expect(run.stderr).not.toContain('error');
        expect(readFileSync(path.join(sshd.home, 'a.txt'), 'utf8')).toBe(text);
      }
      expect(readdirSync(sshd.home)).toEqual(['a.txt']);
    } finally {
      await sshd.stop();
    }
  },
);
