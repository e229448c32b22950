import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { execa } from 'execa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalSftp, startLocalSftp } from '../server/sftp/local-sftp.ts';
import { temporaryFolder } from '../temp-folder.ts';

const bin = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));
const content = randomBytes(3_000_000);
const isBuilt = existsSync(fileURLToPath(new URL('../../dist/main.js', import.meta.url)));

let local: LocalSftp;
let folder: string;

beforeEach(async () => {
  local = await startLocalSftp();
  folder = temporaryFolder();
  writeFileSync(path.join(folder, 'big.bin'), content);
});

afterEach(async () => await local.stop());

function brctl(...argv: string[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    BRCTL_CATALOG: 'lighting_en',
    BRCTL_SFTP_HOST: '127.0.0.1',
    BRCTL_SFTP_PORT: String(local.server.port),
    BRCTL_SFTP_USER: local.user,
    BRCTL_SFTP_KEY_FILE: local.keyFile,
    BRCTL_KNOWN_HOSTS: local.knownHostsFile,
  };
  return execa(process.execPath, [bin, ...argv], { cwd: folder, env, extendEnv: false, reject: false });
}

/** Bytes of all files in the SFTP folder. */
function receivedBytes(): number {
  return readdirSync(local.files.root, { recursive: true })
    .map((name) => statSync(path.join(local.files.root, String(name))))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

function slowWrites(latencyMs: number): void {
  local.faults.replace([
    { operation: 'sftp:write', nth: null, times: null, probability: 1, seed: 1, fault: { latencyMs } },
  ]);
}

test.skipIf(!isBuilt)(
  'after kill -9 the same command goes on under the same name (needs the build)',
  async () => {
    slowWrites(20);
    const killed = brctl('upload', 'big.bin', '--mode', 'full');
    await expect.poll(receivedBytes).toBeGreaterThan(1_300_000);
    killed.kill('SIGKILL');
    await killed;
    const [left] = local.files.list();
    expect(left?.path).toMatch(/_full_\d{8}T\d{6}Z\.jsonl\.gz\.part$/);
    local.faults.clear();
    const again = await brctl('upload', 'big.bin', '--mode', 'full', '--json');
    expect(again.exitCode).toBe(0);
    const [file] = JSON.parse(again.stdout).files;
    expect(file.path).toBe(left?.path.replace(/\.part$/, ''));
    expect(file.resumed_bytes).toBeGreaterThan(0);
    const whole = gunzipSync(readFileSync(path.join(local.files.root, file.path)));
    expect(whole.equals(content)).toBe(true);
    expect(local.files.list()).toHaveLength(1);
  },
);

test.skipIf(!isBuilt)(
  'Ctrl-C stops at once, with 130, and no file bears its final name (needs the build)',
  async () => {
    slowWrites(20);
    const stopped = brctl('upload', 'big.bin', '--as', 'x.bin');
    await expect.poll(receivedBytes).toBeGreaterThan(100_000);
    stopped.kill('SIGINT');
    const { exitCode, stderr } = await stopped;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('.part');
    expect(existsSync(path.join(local.files.root, 'x.bin'))).toBe(false);
  },
);
