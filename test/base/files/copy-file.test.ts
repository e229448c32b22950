import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyFileInChunks } from '../../../src/base/files/copy-file.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const MEBIBYTE = 1024 * 1024;

test.each([0, 1, 4 * MEBIBYTE, 33 * MEBIBYTE + 7])('a copy of %i bytes is the same', async (size) => {
  const folder = temporaryFolder();
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  writeFileSync(from, randomBytes(size));
  await copyFileInChunks(from, to, { durable: true });
  expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
});

test('a copy that nobody wants any more is not begun', async () => {
  const folder = temporaryFolder();
  const to = path.join(folder, 'to');
  writeFileSync(path.join(folder, 'from'), 'text');
  const signal = AbortSignal.abort(new Error('given up'));
  await expect(copyFileInChunks(path.join(folder, 'from'), to, { durable: false, signal })).rejects.toThrow(
    'given up',
  );
  expect(existsSync(to)).toBe(false);
});

test('a file that is not there is told as the system tells it', async () => {
  const folder = temporaryFolder();
  const copied = copyFileInChunks(path.join(folder, 'none'), path.join(folder, 'to'), { durable: false });
  await expect(copied).rejects.toMatchObject({ code: 'ENOENT' });
});
