import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const script = path.join(import.meta.dirname, '../../scripts/release/fetch-node.sh');
const tools = ['gpg', 'gpgv', 'curl', 'zip', 'unzip'];
const isPossible = tools.every((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0);
const targets = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'];
const version = 'v24.21.0';

let folder: string;
let mirror: string;

function sign(keys: string): void {
  mkdirSync(path.join(folder, keys), { mode: 0o700 });
  const gpg = ['--batch', '--quiet', '--homedir', path.join(folder, keys), '--passphrase', ''];
  execFileSync('gpg', [...gpg, '--quick-generate-key', `${keys}@example.test`, 'ed25519', 'sign', 'never'], {
    stdio: 'ignore',
  });
  rmSync(path.join(mirror, 'SHASUMS256.txt.asc'), { force: true });
  const sums = path.join(folder, 'sums');
  execFileSync('gpg', [...gpg, '--clearsign', '-o', path.join(mirror, 'SHASUMS256.txt.asc'), sums], {
    stdio: 'ignore',
  });
}

function fetchNode(out: string) {
  return spawnSync(script, [path.join(folder, out), path.join(folder, 'releaser/pubring.kbx')], {
    env: { ...process.env, NODE_MIRROR: `file://${folder}` },
    encoding: 'utf8',
  });
}

beforeAll(() => {
  if (!isPossible) return;
  folder = mkdtempSync(path.join(tmpdir(), 'brctl-node-'));
  mirror = path.join(folder, version);
  for (const target of [...targets, 'win-x64']) {
    const name = `node-${version}-${target}`;
    mkdirSync(path.join(mirror, name), { recursive: true });
    writeFileSync(path.join(mirror, name, 'LICENSE'), target);
    if (target === 'win-x64') execFileSync('zip', ['-qr', `${name}.zip`, name], { cwd: mirror });
    else execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: mirror });
    rmSync(path.join(mirror, name), { recursive: true });
  }
  const sums = execFileSync('sha256sum', readdirSync(mirror), { cwd: mirror });
  writeFileSync(path.join(folder, 'sums'), sums);
  sign('releaser');
});

afterAll(() => {
  if (isPossible) rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!isPossible)('takes Node for every target where a known key signed the checksums', () => {
  expect(fetchNode('out').status).toBe(0);
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual([
    ...targets.map((target) => `node-${version}-${target}`),
    `node-${version}-win-x64`,
  ]);
});

test.skipIf(!isPossible)(
  'refuses a distribution that is not the signed one, and a signature of a stranger',
  () => {
    const file = path.join(mirror, `node-${version}-linux-arm64.tar.gz`);
    appendFileSync(file, 'x');
    const changed = fetchNode('changed');
    expect([changed.status === 0, changed.stdout]).toEqual([false, expect.stringContaining('linux-arm64')]);
    expect(existsSync(path.join(folder, 'changed', `node-${version}-linux-arm64`))).toBe(false);

    sign('stranger');
    expect(fetchNode('stranger-out').status).not.toBe(0);
    expect(readdirSync(path.join(folder, 'stranger-out'))).toEqual([]);
  },
);
