import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execPath, pid } from 'node:process';
import { beforeEach, expect, test } from 'vitest';
import { makeMemoryFolder } from '../../src/emulator/instance-folder.ts';
import { temporaryFolder } from '../temp-folder.ts';

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

test('the first folder that can be written is taken', async () => {
  const folder = await makeMemoryFolder(['/no/such/folder', parent], pid);
  expect(path.dirname(folder)).toBe(parent);
  expect(path.basename(folder)).toMatch(new RegExp(`^brctl-serve-${pid}-`));
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
  await makeMemoryFolder([parent], pid);
  expect([left, used, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
