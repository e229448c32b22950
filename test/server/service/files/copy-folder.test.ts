import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { copyFolder } from '../../../../src/server/service/files/copy-folder.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

const MIB = 1024 * 1024;
let from: string;
let to: string;

beforeEach(() => {
  const folder = temporaryFolder();
  from = path.join(folder, 'from');
  to = path.join(folder, 'to');
  mkdirSync(path.join(from, 'below'), { recursive: true });
});

test('files and folders are copied with their times', async () => {
  writeFileSync(path.join(from, 'below', 'a'), 'content');
  utimesSync(path.join(from, 'below', 'a'), 1_000, 2_000);
  await copyFolder(from, to);
  expect(readFileSync(path.join(to, 'below', 'a'), 'utf8')).toBe('content');
  expect(statSync(path.join(to, 'below', 'a')).mtimeMs).toBe(2_000_000);
});

test('a file with holes is the same file with holes', async () => {
  const source = path.join(from, 'sparse');
  const file = openSync(source, 'w');
  writeSync(file, 'start', 0);
  // Across the places where the copy is cut.
  writeSync(file, 'middle', MIB - 3);
  writeSync(file, 'late', 3 * MIB + 17);
  closeSync(file);
  truncateSync(source, 4 * MIB + 1);
  utimesSync(source, 1_000, 2_000);
  expect(statSync(source).blocks * 512).toBeLessThan(MIB);
  await copyFolder(from, to);
  const target = path.join(to, 'sparse');
  expect(readFileSync(target).equals(readFileSync(source))).toBe(true);
  expect(statSync(target).blocks * 512).toBeLessThan(2 * MIB);
  expect(statSync(target).mtimeMs).toBe(2_000_000);
});
