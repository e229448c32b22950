import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeMemoryFolder } from '../../src/server/instance-folder.ts';
import { temporaryFolder } from '../temp-folder.ts';

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

test('the first folder that can be written is taken', async () => {
  const { folder } = await makeMemoryFolder(['/no/such/folder', parent]);
  expect(path.dirname(folder)).toBe(parent);
  expect(path.basename(folder)).toMatch(/^brctl-serve-\w{6}$/);
});

test('where none takes it, each that was tried is named with the reason, and how to choose another', async () => {
  const file = path.join(parent, 'file');
  writeFileSync(file, '');
  await expect(makeMemoryFolder(['/no/such/folder', file])).rejects.toMatchObject({
    kind: 'config',
    code: 'file.no_temp_folder',
    details: {
      why: `none can be made in /no/such/folder (no such file or directory), nor in ${file} (not a directory)`,
      hint: 'set TMPDIR to a folder that exists and can be written to',
    },
  });
});

test('what a dead process has left is removed, what anybody uses or is not ours is left', async () => {
  const left = path.join(parent, 'brctl-serve-abcdef');
  const foreign = path.join(parent, 'brctl-serve-images');
  for (const folder of [left, foreign]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'state.db'), '');
  }
  writeFileSync(path.join(left, 'owner'), '');
  const used = await makeMemoryFolder([parent]);
  makeOld(left, foreign, used.folder);
  await makeMemoryFolder([parent]);
  expect([left, foreign, used.folder].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  used.lock.release();
  await makeMemoryFolder([parent]);
  expect(existsSync(used.folder)).toBe(false);
});

test('what another start has made just now is not removed, though it is not locked yet', async () => {
  const begun = path.join(parent, 'brctl-serve-abcdef');
  mkdirSync(begun);
  writeFileSync(path.join(begun, 'owner'), '');
  await makeMemoryFolder([parent]);
  expect(existsSync(begun)).toBe(true);
});

function makeOld(...folders: string[]): void {
  const time = new Date(Date.now() - 3_600_000);
  for (const folder of folders) {
    const owner = path.join(folder, 'owner');
    if (existsSync(owner)) utimesSync(owner, time, time);
    utimesSync(folder, time, time);
  }
}
