import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');
const optionsIn = (text: string) => text.match(/--[a-z][a-z-]*/g) ?? [];

test('docs/reference/options.md is what the program prints: brctl help --format markdown > docs/reference/options.md', async () => {
  const { stdout } = await runCli(['help', '--format', 'markdown']);
  expect(page('options.md')).toBe(stdout);
});

test('every option of serve stands in its document', async () => {
  const help = (await runCli(['serve', '--help-all'])).stdout;
  const own = ['Options', 'More options'].flatMap((heading) => {
    const [, section = ''] = new RegExp(`\\n${heading}:\\n([\\s\\S]*?)\\n\\n`).exec(help) ?? [];
    return [...section.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = '']) => option);
  });
  expect(own.length).toBeGreaterThan(20);
  expect(optionsIn(page('serve.md'))).toEqual(expect.arrayContaining(own));
});
