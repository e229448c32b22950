import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const catalog = fileURLToPath(new URL('../../fixtures/catalog.jsonl', import.meta.url));
const home = temporaryFolder();
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;
let job: string;

beforeAll(async () => {
  emulator = await startEmulator();
  env = { ...emulator.ready.env };
  const delta = '{"op":"remove","path":"/products/P-1"}\n';
  job = (await runCli(['submit', '-'], { env, home, stdin: delta })).stdout.trim();
  await runCli(['upload', catalog, '--as', 'a/full.jsonl.gz'], { env, home });
});
afterAll(() => emulator.stop());

/** What may stand for the last of these words. */
async function completed(...words: string[]): Promise<string[]> {
  const { stdout } = await runCli(['complete', '--', ...words], { env, home });
  return stdout.split('\n').flatMap((line) => line.split('\t')[0] || []);
}

test.each([
  [['se'], ['serve', 'search']],
  [['config', 're'], ['reset-uid']],
  [['--json', 'fil'], ['files']],
  [['search', '--env', '=', 'st'], ['staging']],
  [['search', '--env=st'], ['--env=staging']],
  [
    ['search', 'x', '-e', ''],
    ['local', 'staging', 'production'],
  ],
  [['files', 'rm', 'a'], ['a/full.jsonl.gz']],
  [['submit', '--sftp', 'a'], ['a/full.jsonl.gz']],
  [['-e', 'local', 'files', 'rm', 'a'], ['a/full.jsonl.gz']],
  [['--env', '=', 'local', 'files', 'r'], ['rm']],
  [['push', 'x', '--catalog', ''], ['products_en']],
  [['diff', '--missing', 're'], ['remove']],
  [['search', 'x', '--facet-'], ['--facet-range']],
  [['search', 'push', '--mo'], []],
  [['completion', 'f'], ['fish']],
  [
    ['recs', ''],
    ['item', 'category', 'keyword', 'personalized', 'global'],
  ],
  [['help', 'exi'], ['exit-codes']],
  [['help', 'fi'], ['files']],
  [['search', 'x', '--rows', ''], []],
  [['diff', 'cat'], [':files']],
  [['search', 'x', '-o', 'cat'], [':files']],
])('%j may become %j', async (words, offered) => {
  expect(await completed(...words)).toEqual(offered);
});

test('jobs are those of the environment that the line names', async () => {
  expect(job).toMatch(/^[\w-]{20,}$/);
  expect(await completed('status', '')).toEqual([job]);
  expect(await completed('status', '-e', 'local', job.slice(0, 4))).toEqual([job]);
  expect(await completed('status', '-e', 'staging', '')).toEqual([]);
});

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** What a shell offers behind `brctl <line>`, with a brctl that prints what it is asked, and two candidates. */
const ASKING: Readonly<Record<string, (script: string, line: string) => string[]>> = {
  bash: (script, line) => [
    '-c',
    `${script}\nCOMP_WORDS=(brctl ${line}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _brctl; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (script, line) => [
    '-fc',
    `compdef() { :; }; _describe() { printf '%s\\n' "\${@[2,-1]%%:*}"; }; _files() { echo feed.jsonl; }\n${script}\nwords=(brctl ${line}); CURRENT=\${#words}; _brctl`,
  ],
  fish: (script, line) => [
    '--no-config',
    '-c',
    `${script}\ncomplete -C ${JSON.stringify(`brctl ${line.replace("''", '')}`)} | string replace -r '\\t.*' ''; true`,
  ],
};

describe.each(['bash', 'zsh', 'fish'])('with %s', (shell) => {
  test.skipIf(!has(shell))('the script asks brctl and offers its words, or files', async () => {
    const folder = temporaryFolder();
    const fake = `#!/bin/sh\n[ "$1$3" = completediff ] && echo :files || printf '%s\\n' 'status-1\ta: b' 'status-2\tc'\n`;
    writeFileSync(path.join(folder, 'brctl'), fake, { mode: 0o755 });
    writeFileSync(path.join(folder, 'feed.jsonl'), '');
    const script = (await runCli(['completion', shell])).stdout;
    const offer = (line: string) =>
      execFileSync(shell, ASKING[shell]?.(script, line) ?? [], {
        encoding: 'utf8',
        cwd: folder,
        env: { HOME: folder, PATH: `${folder}:${process.env.PATH}` },
      })
        .split('\n')
        .filter((word) => word !== '');
    expect(offer("files rm ''")).toEqual(['status-1', 'status-2']);
    expect(offer('diff fe')).toEqual(['feed.jsonl']);
  });
});
