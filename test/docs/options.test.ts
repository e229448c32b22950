import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');

test('docs/reference/options.md is what the program prints: brctl help --format markdown > docs/reference/options.md', async () => {
  const { stdout } = await runCli(['help', '--format', 'markdown']);
  expect(page('options.md')).toBe(stdout);
});
