import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRunFiles } from '../../../src/base/files/run-files.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const spoolIn = (tempDir: string, pid = 100) =>
  createRunFiles({ tempDir, host: 'shop/1', pid, isProcessAlive: (asked) => asked === 100 || asked === 200 });

async function* text() {
  yield 'a';
  yield Buffer.from('b');
}

describe('a spool', () => {
  test('leaves nothing where nothing was asked of it', async () => {
    const tempDir = temporaryFolder();
    await spoolIn(tempDir).clear();
    expect(readdirSync(tempDir)).toEqual([]);
  });

  test('keeps what it is given until it is cleared', async () => {
    const tempDir = temporaryFolder();
    const spool = spoolIn(tempDir);
    const file = await spool.write(text(), '.body');
    expect(readFileSync(file, 'utf8')).toBe('ab');
    expect(path.extname(file)).toBe('.body');
    mkdirSync(spool.fileName('.parts'));
    await spool.clear();
    expect(readdirSync(tempDir)).toEqual([]);
  });

  test('removes what killed runs of this machine left, and nothing else', async () => {
    const tempDir = temporaryFolder();
    const others = [
      'brctl-spool-shop%2F1-200-a',
      'brctl-spool-other-300-b',
      'brctl-spool-shop%2F1-x',
      'brctl-123',
    ];
    for (const name of [...others, 'brctl-spool-shop%2F1-300-c']) {
      mkdirSync(path.join(tempDir, name));
      writeFileSync(path.join(tempDir, name, 'file'), '');
    }
    const spool = spoolIn(tempDir);
    expect(existsSync(await spool.write(text(), ''))).toBe(true);
    await spool.clear();
    expect(readdirSync(tempDir).sort()).toEqual(others.sort());
  });
});
