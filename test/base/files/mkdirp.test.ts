import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mkdirp } from '../../../src/base/files/mkdirp.ts';
import { temporaryFolder } from '../../temp-folder.ts';

test('a folder is made with those above it, and once more without complaint', async () => {
  const folder = path.join(temporaryFolder(), 'a', 'b', 'c');
  await mkdirp(folder, 0o700);
  await mkdirp(folder, 0o700);
  expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
});

test('several at once may make the same folders', async () => {
  const root = temporaryFolder();
  for (let round = 0; round < 50; round++) {
    const folder = path.join(root, String(round), 'a', 'b', 'c', 'd');
    await Promise.all(Array.from({ length: 8 }, () => mkdirp(folder)));
    expect(existsSync(folder)).toBe(true);
  }
});

test('a file in the way is an error', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(mkdirp(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(mkdirp(path.join(file, 'a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.skipIf(!existsSync('/proc/self'))(
  'a file system that takes no folders is an error, not a wait',
  async () => {
    await expect(mkdirp('/proc/none/a')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
