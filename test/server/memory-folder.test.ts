import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath, pid } from 'node:process';
import { beforeEach, expect, test } from 'vitest';
import { makeMemoryFolder } from '../../src/server/instance-folder.ts';
import { temporaryFolder } from '../temp-folder.ts';

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

test('the first folder that can be written is taken', async () => {
  const { folder } = await makeMemoryFolder(['/no/such/folder', parent], pid);
  expect(path.dirname(folder)).toBe(parent);
  expect(path.basename(folder)).toMatch(new RegExp(`^brctl-serve-${pid}-`));
});

test('where none takes it, each that was tried is named with the reason, and how to choose another', async () => {
  const file = path.join(parent, 'file');
  writeFileSync(file, '');
  await expect(makeMemoryFolder(['/no/such/folder', file], pid)).rejects.toMatchObject({
    kind: 'config',
    code: 'file.no_temp_folder',
    details: {
      why: `none can be made in /no/such/folder (no such file or directory), nor in ${file} (not a directory)`,
      hint: 'set TMPDIR to a folder that exists and can be written to',
    },
  });
});

test('what a dead process has left is removed, what a living one uses is not', async () => {
  const dead = spawnSync(execPath, ['-e', '']).pid;
  const left = path.join(parent, `brctl-serve-${dead}-abc`);
  const used = path.join(parent, `brctl-serve-${process.ppid}-abc`);
  const foreign = path.join(parent, 'brctl-serve-notes');
  for (const folder of [left, used, foreign]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'state.db'), '');
  }
  makeOld(left, used, foreign);
  await makeMemoryFolder([parent], pid);
  expect([left, used, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});

test('what a process of another namespace uses is not removed, though nobody here has its number', async () => {
  const dead = spawnSync(execPath, ['-e', '']).pid ?? 0;
  const { folder, lock } = await makeMemoryFolder([parent], dead);
  makeOld(folder);
  await makeMemoryFolder([parent], pid);
  expect(existsSync(folder)).toBe(true);
  lock.release();
  makeOld(folder);
  await makeMemoryFolder([parent], pid);
  expect(existsSync(folder)).toBe(false);
});

test('what another start has made just now is not removed, though it is not locked yet', async () => {
  const dead = spawnSync(execPath, ['-e', '']).pid;
  const begun = path.join(parent, `brctl-serve-${dead}-abc`);
  mkdirSync(begun);
  await makeMemoryFolder([parent], pid);
  expect(existsSync(begun)).toBe(true);
});

function makeOld(...folders: string[]): void {
  const time = new Date(Date.now() - 3_600_000);
  for (const folder of folders) utimesSync(folder, time, time);
}
