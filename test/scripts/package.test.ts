import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

test('npm links every page of the manual that the build makes', () => {
  const { man } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { man: string[] };
  const pages = readdirSync(path.join(root, 'dist/man')).map((file) => `./dist/man/${file}`);
  expect(man.toSorted()).toEqual(pages.toSorted());
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
