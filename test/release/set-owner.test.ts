import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

test('one command writes the owner everywhere', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'brctl-owner-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
    const script = path.join(folder, 'scripts/release/set-owner.sh');
    expect(spawnSync(script, ['Some Body']).status).toBe(2);
    execFileSync(script, ['some-body']);
    const left = spawnSync('git', ['grep', '-lE', '<OWNER>|@OWNER'], { cwd: folder, encoding: 'utf8' });
    expect(left.stdout.trim().split('\n')).toEqual([
      'scripts/release/set-owner.sh',
      'test/release/set-owner.test.ts',
    ]);
    for (const file of ['package.json', 'package-lock.json']) {
      expect(JSON.parse(readFileSync(path.join(folder, file), 'utf8')).name).toBe('@some-body/brctl');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
