import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const cwd = temporaryFolder();
writeFileSync(path.join(cwd, 'good.jsonl'), '');
mkdirSync(path.join(cwd, 'folder'));
symlinkSync('loop', path.join(cwd, 'loop'));

/** Command lines that end in the name of a file to read. */
const READERS = ['diff good.jsonl', 'apply good.jsonl', 'submit', 'push', 'push good.jsonl --base'];

describe.each(READERS)('%s', (commandLine) => {
  test.each([
    ['none.jsonl', 5, 'file.not_found'],
    ['folder', 4, 'file.is_folder'],
    ['loop', 4, 'file.unreadable'],
  ])('%s is told by the name that was given', async (name, exitCode, code) => {
    const run = await runCli([...commandLine.split(' '), name, '--json'], { cwd });
    expect(run.exitCode).toBe(exitCode);
    const { error } = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '');
    expect(error).toMatchObject({ code, file: name, hint: expect.any(String) });
  });
});
