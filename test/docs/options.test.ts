import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';

const SEARCHES = ['search', 'category', 'content', 'widget', 'recs', 'suggest'];
const COMMANDS = [
  'diff',
  'apply',
  'validate',
  'push',
  'submit',
  'status',
  'index',
  'upload',
  'jobs',
  ...SEARCHES,
];

const page = readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8');
const optionsIn = (text: string) => text.match(/--[a-z][a-z-]*/g) ?? [];

/** `diff --split` and the like, from the tables that name a command. */
const documented = page
  .split('\n')
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .filter(([, option = '', on = '', meaning]) => option.startsWith('`') && on !== '' && meaning !== '')
  .flatMap(([, options = '', on = '']) =>
    (on === 'all' ? SEARCHES : on.split(', ')).flatMap((command) =>
      optionsIn(options).map((option) => `${command} ${option}`),
    ),
  )
  .filter((line) => COMMANDS.includes(line.split(' ')[0] ?? ''));

const helps = new Map<string, string>();
beforeAll(async () => {
  for (const command of [...COMMANDS, 'serve'])
    helps.set(command, (await runCli([command, '--help'])).stdout);
});

/** The options of its own that a command's help lists. */
function ownOptions(command: string): string[] {
  const [, section = ''] = /\nOptions:\n([\s\S]*?)\n\n/.exec(helps.get(command) ?? '') ?? [];
  return [...section.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = '']) => option);
}

test('every option that a command has stands in the list of options, and no other', () => {
  const shown = COMMANDS.flatMap((command) => ownOptions(command).map((option) => `${command} ${option}`));
  expect(shown.length).toBeGreaterThan(90);
  expect([...new Set(documented)].sort()).toEqual(shown.sort());
});

test.each(['Connection options', 'Global options'])('the %s stand there, too', (heading) => {
  const [, section = ''] =
    new RegExp(`\\n${heading}:\\n([\\s\\S]*?)\\n\\n`).exec(helps.get('upload') ?? '') ?? [];
  const shown = [...section.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option = '']) => option);
  expect(shown.length).toBeGreaterThan(7);
  expect(optionsIn(page)).toEqual(expect.arrayContaining(shown));
});

test('every option of serve stands in its document', () => {
  const serve = readFileSync(new URL('../../docs/serve.md', import.meta.url), 'utf8');
  expect(optionsIn(serve)).toEqual(expect.arrayContaining(ownOptions('serve')));
});
