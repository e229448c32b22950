import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { name: string };
const page = readFileSync(path.join(root, 'docs/how-to/test-with-serve.md'), 'utf8');

/** The code block of the page that names this file. */
function example(file: string): string {
  const block = page.split('```').find((text) => text.split('\n', 1)[0]?.endsWith(`file=${file}`));
  return block?.slice(block.indexOf('\n') + 1) ?? '';
}

/** A project of somebody else, in which the package is installed. */
function project(file: string): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'node_modules', path.dirname(name)), { recursive: true });
  symlinkSync(root, path.join(folder, 'node_modules', name));
  symlinkSync(path.join(root, 'node_modules/vitest'), path.join(folder, 'node_modules/vitest'));
  copyFileSync(path.join(root, 'fixtures/catalog.jsonl'), path.join(folder, 'catalog.jsonl'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, file), example(file));
  return folder;
}

test('the node:test example passes', async () => {
  const cwd = project('storefront.test.mjs');
  const run = await execa(process.execPath, ['--test', 'storefront.test.mjs'], { cwd, reject: false });
  expect(run.stdout).toContain('# pass 3');
  expect(run.exitCode).toBe(0);
});

test('the vitest example passes', async () => {
  const cwd = project('feed.test.ts');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const run = await execa(process.execPath, [vitest, 'run', '--root', cwd], { cwd, reject: false });
  expect(run.stdout + run.stderr).toContain('2 passed');
  expect(run.exitCode).toBe(0);
});
