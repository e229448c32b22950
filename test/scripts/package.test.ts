import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';

const root = path.join(import.meta.dirname, '../..');

test('npm links a page of the manual for brctl and for each of its commands', async () => {
  const { man } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { man: string[] };
  const [commands = ''] = (await runCli(['--help-all'])).stdout.split('\nOptions:\n');
  const names = [...commands.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(([, name]) => `brctl-${name}`);
  expect(names.length).toBeGreaterThan(20);
  expect(man.toSorted()).toEqual(['brctl', ...names].map((name) => `./dist/man/${name}.1`).toSorted());
});

test('the package holds what a user needs, in a million bytes', () => {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ size, files }] = JSON.parse(output) as [{ size: number; files: { path: string }[] }];
  const names = files.map((file) => file.path);
  expect(size).toBeLessThanOrEqual(1_000_000);
  expect(names).toEqual(
    expect.arrayContaining(['bin/brctl.js', 'dist/main.js', 'LICENSE', 'README.md', 'CHANGELOG.md']),
  );
  expect(
    names.filter(
      (name) => !/^(bin|dist|docs)\/|^[A-Z-]+(\.md)?$|^package\.json$|^\.brctlrc\.example$/.test(name),
    ),
  ).toEqual([]);
  expect(names.filter((name) => /\.(map|png|tsx|part)$|[^d]\.ts$|\.test\./.test(name))).toEqual([]);
});
