import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeFileAtomically } from '../../../src/base/files/atomic-file.ts';
import { makeTempName, parseTempName } from '../../../src/base/files/temp-name.ts';
import { temporaryFolder } from '../../temp-folder.ts';

let folder: string;
let target: string;
/** The number of a process that has ended. */
const DEAD = spawnSync(process.execPath, ['--version']).pid;
const TWO_HOURS_S = 7_200;

beforeEach(() => {
  folder = temporaryFolder();
  target = path.join(folder, 'out.jsonl');
});

function leave(name: string, ageSeconds: number): string {
  const file = path.join(folder, name);
  writeFileSync(file, 'half');
  const writtenAt = Date.now() / 1000 - ageSeconds;
  utimesSync(file, writtenAt, writtenAt);
  return name;
}

test('a passing name is hidden, is beside the target and tells its name', () => {
  const name = makeTempName(target);
  expect(path.dirname(name)).toBe(folder);
  expect(path.basename(name)).toMatch(/^\.out\.jsonl\.[0-9]+-[0-9a-f]{12}\.tmp$/);
  expect(parseTempName(name)).toBe(target);
  expect(parseTempName(target)).toBeUndefined();
});

test('what a killed process left of this file an hour ago goes with the next run', async () => {
  leave(`.out.jsonl.${DEAD}-0123456789ab.tmp`, TWO_HOURS_S);
  await writeFileAtomically(target, 'whole');
  expect(readdirSync(folder)).toEqual(['out.jsonl']);
});

test.each([
  ['what a running process writes', `.out.jsonl.${process.pid}-0123456789ab.tmp`, TWO_HOURS_S],
  ['what was written to just now, perhaps by another machine', `.out.jsonl.${DEAD}-0123456789ab.tmp`, 60],
  ['what belongs to another file', `.other.jsonl.${DEAD}-0123456789ab.tmp`, TWO_HOURS_S],
  ['what only looks alike', `.out.jsonl.${DEAD}-mine.tmp`, TWO_HOURS_S],
])('%s stays', async (_what, name, ageSeconds) => {
  leave(name, ageSeconds);
  await writeFileAtomically(target, 'whole');
  expect(readdirSync(folder).sort()).toEqual([name, 'out.jsonl']);
});
