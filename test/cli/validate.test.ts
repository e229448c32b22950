import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const GOOD = '{"op":"add","path":"/products/1","value":{"attributes":{"title":"t","price":1,"url":"u"}}}\n';

let cwd: string;

beforeEach(() => {
  cwd = temporaryFolder();
  writeFileSync(path.join(cwd, 'good.jsonl'), GOOD);
  writeFileSync(path.join(cwd, 'bad.jsonl'), '{"op":"ad"}\n');
});

test('a file that is not there does not keep the others from being checked', async () => {
  const run = await runCli(['validate', 'good.jsonl', 'none.jsonl', 'bad.jsonl', '--json'], { cwd });
  expect(run.exitCode).toBe(5);
  expect(run.json()).toMatchObject({
    valid: false,
    files: [{ file: 'good.jsonl' }, { file: 'bad.jsonl' }],
  });
  expect(JSON.parse(run.stderr).error).toMatchObject({ code: 'file.not_found', file: 'none.jsonl' });
});

test('several files that are not there are all named', async () => {
  const run = await runCli(['validate', 'none.jsonl', 'good.jsonl', 'nothing.jsonl'], { cwd });
  expect([run.exitCode, run.stdout]).toEqual([5, expect.stringContaining('good.jsonl: ')]);
  expect(run.stderr).toMatch(/2 files do not exist\n {2}none\.jsonl: .*\n {2}nothing\.jsonl: /);
});

test('a link that leads to itself is a file that cannot be read', async () => {
  symlinkSync('loop', path.join(cwd, 'loop'));
  for (const argv of [
    ['validate', 'loop'],
    ['apply', 'good.jsonl', 'loop'],
    ['diff', 'loop', 'good.jsonl', '-o', 'delta.jsonl'],
  ]) {
    const run = await runCli(argv, { cwd });
    expect([run.exitCode, run.stdout + run.stderr]).toEqual([4, expect.stringContaining('file.unreadable')]);
  }
});
