import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStagedSwitch } from '../../src/server/service/files/copy-folder.ts';
import { type LocalSftp, startLocalSftp } from '../server/sftp/local-sftp.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliOptions, runCli } from './harness.ts';

let local: LocalSftp;
let folder: string;
const lines = Array.from(
  { length: 500 },
  (_, at) => `{"op":"add","path":"/products/p${at}","value":{}}\n`,
).join('');
async function emptied(files: LocalSftp['files']): Promise<void> {
  const staged = createStagedSwitch(files.paths);
  await staged.clear();
  await files.stage(null);
  staged.switchIn();
  files.reload();
}

const now = () => new Date('2031-02-03T10:15:00.250Z');

beforeAll(async () => {
  local = await startLocalSftp();
});

afterAll(async () => await local.stop());

beforeEach(async () => {
  await emptied(local.files);
  folder = temporaryFolder();
  writeFileSync(path.join(folder, 'catalog.jsonl'), lines);
});

function brctl(argv: readonly string[], options: CliOptions = {}, env: Record<string, string> = {}) {
  const settings = {
    BRCTL_CATALOG: 'lighting_en',
    BRCTL_SFTP_HOST: '127.0.0.1',
    BRCTL_SFTP_PORT: String(local.server.port),
    BRCTL_SFTP_USER: local.user,
    BRCTL_SFTP_KEY_FILE: local.keyFile,
    BRCTL_KNOWN_HOSTS: local.knownHostsFile,
    ...env,
  };
  return runCli(argv, { cwd: folder, home: folder, now, env: settings, ...options });
}

const onServer = (name: string) => readFileSync(path.join(local.files.root, name));

test('upload names the file by catalog, kind and time, compresses it and prints its path', async () => {
  const run = await brctl(['upload', 'catalog.jsonl', '--mode', 'full', '-q']);
  expect(run).toMatchObject({
    exitCode: 0,
    stdout: 'lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz\n',
    stderr: '',
  });
  expect(gunzipSync(onServer('lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz')).toString()).toBe(
    lines,
  );
});

test.each([
  ['a catalog', lines, 'full'],
  ['a compressed catalog', gzipSync(lines), 'full'],
  ['a delta', `{"op":"add","path":"/products/p1/attributes/price","value":1}\n${lines}`, 'delta'],
])('without --mode %s is named as what it begins as', async (_what, content, mode) => {
  writeFileSync(path.join(folder, 'file'), content);
  const named = `lighting_en/lighting_en_${mode}_20310203T101500Z.jsonl.gz\n`;
  expect((await brctl(['upload', 'file', '-q'])).stdout).toBe(named);
  expect((await brctl(['upload', '-', '-q'], { stdin: content })).stdout).toMatch(
    Buffer.isBuffer(content) ? /_(full|delta)_/ : named.trim(),
  );
});

test('several files are numbered in their order', async () => {
  writeFileSync(path.join(folder, 'second.jsonl'), 'second');
  const run = await brctl(['upload', 'catalog.jsonl', 'second.jsonl', '-q']);
  expect(run.stdout).toBe(
    'lighting_en/lighting_en_full_20310203T101500Z_01.jsonl.gz\nlighting_en/lighting_en_delta_20310203T101500Z_02.jsonl.gz\n',
  );
  expect(gunzipSync(onServer('lighting_en/lighting_en_delta_20310203T101500Z_02.jsonl.gz')).toString()).toBe(
    'second',
  );
});

test('--as names the file, and compresses for .gz alone', async () => {
  expect((await brctl(['upload', 'catalog.jsonl', '--as', 'x/plain.jsonl'])).stdout).toBe('x/plain.jsonl\n');
  expect(onServer('x/plain.jsonl').toString()).toBe(lines);
  await brctl(['upload', 'catalog.jsonl', '--as', 'x/packed.jsonl.gz']);
  expect(gunzipSync(onServer('x/packed.jsonl.gz')).toString()).toBe(lines);
});

test('--no-rename keeps name and bytes', async () => {
  expect((await brctl(['upload', 'catalog.jsonl', '--no-rename'])).stdout).toBe('catalog.jsonl\n');
  expect(onServer('catalog.jsonl').toString()).toBe(lines);
});

test('what is compressed already, whatever its name, is sent as it is', async () => {
  const packed = gzipSync(lines);
  writeFileSync(path.join(folder, 'packed'), packed);
  await brctl(['upload', 'packed', '--as', 'packed.jsonl.gz']);
  expect(onServer('packed.jsonl.gz').equals(packed)).toBe(true);
});

test('stdin is uploaded too', async () => {
  const run = await brctl(['upload', '-'], { stdin: lines });
  expect(run.stdout).toBe('lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz\n');
  expect(gunzipSync(onServer(run.stdout.trim())).toString()).toBe(lines);
});

test('the same content under the same name is skipped, and said so', async () => {
  await brctl(['upload', 'catalog.jsonl', '--as', 'same.jsonl.gz']);
  const run = await brctl(['upload', 'catalog.jsonl', '--as', 'same.jsonl.gz', '--json']);
  expect(run.json()).toMatchObject({
    schema: 'brctl.upload/1',
    files: [{ path: 'same.jsonl.gz', skipped: true, compressed: true }],
  });
});

test('a run after an interrupted one takes up its name and its .part', async () => {
  local.faults.replace([
    { operation: 'sftp:rename', nth: 1, times: null, probability: 1, seed: 1, fault: { drop: true } },
  ]);
  const first = await brctl(['upload', 'catalog.jsonl'], {}, { BRCTL_MAX_RETRIES: '0' });
  local.faults.clear();
  expect(first.exitCode).toBe(7);
  const later = () => new Date('2031-02-03T11:00:00Z');
  // The first run's process is this very one, so it has to count as dead.
  const state = path.join(folder, '.local/state/brctl/uploads');
  const claim = path.join(state, readdirSync(state)[0] ?? '');
  writeFileSync(claim, readFileSync(claim, 'utf8').replace(/"pid":\d+/, '"pid":999999999'));
  const second = await brctl(['upload', 'catalog.jsonl', '--json'], { now: later });
  expect(second.json()).toMatchObject({
    files: [{ path: 'lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz', skipped: false }],
  });
  expect(second.json<{ files: { resumed_bytes: number }[] }>().files[0]?.resumed_bytes).toBeGreaterThan(0);
  expect(local.files.list()).toHaveLength(1);
});

test('--dry-run shows the names and connects to nothing', async () => {
  const run = await brctl(['upload', 'catalog.jsonl', '--dry-run', '--json'], {}, { BRCTL_SFTP_PORT: '1' });
  expect(run.json()).toMatchObject({
    dry_run: true,
    port: 1,
    files: [{ path: 'lighting_en/lighting_en_full_20310203T101500Z.jsonl.gz', compressed: true }],
  });
  const forPeople = await brctl(['upload', 'catalog.jsonl', '--dry-run'], {}, { BRCTL_SFTP_PORT: '1' });
  expect(forPeople.stderr).toMatch(/^catalog\.jsonl -> sftp:\/\/[^/]+:1\/lighting_en\//m);
});

test.each([
  ['a missing file', ['upload', 'none.jsonl'], {}, 5, 'file.not_found'],
  ['a folder', ['upload', '.'], {}, 4, 'upload.not_a_file'],
  ['--as for two files', ['upload', 'catalog.jsonl', 'catalog.jsonl', '--as', 'x'], {}, 2, 'usage.conflict'],
  ['a name out of the folder', ['upload', 'catalog.jsonl', '--as', '../x'], {}, 2, 'usage.conflict'],
  [
    'two files of one name',
    ['upload', 'catalog.jsonl', 'catalog.jsonl', '--no-rename'],
    {},
    2,
    'usage.conflict',
  ],
  ['no user', ['upload', 'catalog.jsonl'], { BRCTL_SFTP_USER: '' }, 3, 'config.missing'],
  ['no key file', ['upload', 'catalog.jsonl'], { BRCTL_SFTP_KEY_FILE: 'none' }, 3, 'sftp.key_file'],
  ['an unknown host', ['upload', 'catalog.jsonl'], { BRCTL_KNOWN_HOSTS: 'none' }, 3, 'sftp.host_key_unknown'],
  ['a user who may not', ['upload', 'catalog.jsonl'], { BRCTL_SFTP_USER: 'other' }, 3, 'sftp.login_refused'],
  [
    'a closed port',
    ['files', 'ls'],
    { BRCTL_SFTP_PORT: '1', BRCTL_MAX_RETRIES: '0' },
    7,
    'sftp.connection_failed',
  ],
  ['a missing remote file', ['files', 'rm', 'none.gz'], {}, 5, 'sftp.not_found'],
])('%s ends with its own exit code', async (_what, argv, env, exitCode, code) => {
  const run = await brctl([...argv, '--json'], {}, env as Record<string, string>);
  expect(JSON.parse(run.stderr)).toMatchObject({ error: { code, exit: exitCode } });
  expect(run.exitCode).toBe(exitCode);
});

test('a changed host key names its fingerprint and what to do', async () => {
  const run = await brctl(
    ['files', 'ls'],
    {},
    { BRCTL_KNOWN_HOSTS: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  );
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain(local.server.hostKeyFingerprint);
  expect(run.stderr).toContain('sftp.host_key_changed');
});

test('files ls shows age and days left, files rm deletes', async () => {
  mkdirSync(path.join(local.files.root, 'lighting_en'));
  writeFileSync(path.join(local.files.root, 'lighting_en/old.jsonl'), 'x');
  local.files.reload();
  const later = () => new Date(Date.now() + 29.5 * 86_400_000);
  const listed = await brctl(['files', 'ls', '--json'], { now: later });
  expect(listed.json()).toMatchObject({
    schema: 'brctl.files/1',
    files: [{ path: 'lighting_en/old.jsonl', size_bytes: 1, days_left: 1 }],
  });
  const table = await brctl(['files', 'ls'], { terminalColumns: 100, now: later });
  expect(table.stdout).toMatch(/Path +Size +Modified +Age +Days left/);
  expect(table.stdout).toMatch(/old\.jsonl +1 B .*29d 12h +1/);
  expect((await brctl(['files', 'rm', 'lighting_en/old.jsonl'])).stdout).toBe('lighting_en/old.jsonl\n');
  expect(local.files.list()).toEqual([]);
});

test('what is too large for one file is refused before anything is sent; --split divides it at line ends', async () => {
  const refused = await brctl(['upload', 'catalog.jsonl', '--json'], { sftpFileBytes: 10_000 });
  expect(refused.exitCode).toBe(4);
  expect(refused.stderr).toContain('"code":"input.too_large"');
  expect(refused.stderr).toContain('brctl upload catalog.jsonl --json --split');
  expect(local.files.list()).toEqual([]);
  writeFileSync(path.join(folder, 'packed.jsonl.gz'), gzipSync(lines));
  for (const file of ['catalog.jsonl', 'packed.jsonl.gz']) {
    const run = await brctl(['upload', file, '--split', '-q'], { sftpFileBytes: 10_000 });
    const paths = run.stdout.trimEnd().split('\n');
    expect(paths).toEqual([
      'lighting_en/lighting_en_full_20310203T101500Z_01.jsonl.gz',
      'lighting_en/lighting_en_full_20310203T101500Z_02.jsonl.gz',
      'lighting_en/lighting_en_full_20310203T101500Z_03.jsonl.gz',
    ]);
    const pieces = paths.map((name) => gunzipSync(onServer(name)).toString());
    expect(pieces.join('')).toBe(lines);
    expect(pieces.every((piece) => piece.length <= 10_000 && piece.endsWith('\n'))).toBe(true);
    await emptied(local.files);
  }
});

test('stdin that is too large for one file never gets its name', async () => {
  const run = await brctl(['upload', '-', '--json'], { stdin: lines, sftpFileBytes: 10_000 });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toContain('"code":"input.too_large"');
  expect(local.files.list().filter(({ path: name }) => !name.endsWith('.part'))).toEqual([]);
});

test.each([
  ['--as', 'x.jsonl'],
  ['--no-rename', undefined],
])('--split and %s do not go together', async (flag, value) => {
  const run = await brctl([
    'upload',
    'catalog.jsonl',
    '--split',
    flag,
    ...(value === undefined ? [] : [value]),
  ]);
  expect(run.exitCode).toBe(2);
});
