import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

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
