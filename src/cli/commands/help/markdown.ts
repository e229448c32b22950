import type { CommandWords, OptionWords } from './describe.ts';

const SHARED = new Set(['Global options:', 'Connection options:']);

/** Every option of every command as a page of the documentation. */
export function optionsPage(commands: readonly CommandWords[]): string {
  const [program, ...others] = commands;
  const leaves = others.filter(({ subcommands }) => subcommands.length === 0);
  const withEverySetting = leaves.find(({ path }) => path === 'push');
  return `${[
    '# Options',
    'Every option of every command, as `brctl help --format markdown` prints them. A duration is written `500ms`, `30s`, `5m` or `1h30m`.',
    '## Every command',
    table((program?.options ?? []).filter(({ group }) => group === 'Global options:')),
    '## Commands that talk to the service',
    'They take each setting as a flag, too: see [configuration.md](configuration.md). Help shows those that a command reads.',
    table((withEverySetting?.options ?? []).filter(({ group }) => group === 'Connection options:')),
    ...leaves.flatMap(commandSection),
  ].join('\n\n')}\n`;
}

function commandSection({ path, description, usage, options }: CommandWords): string[] {
  const own = options.filter(({ group }) => !SHARED.has(group));
  return [`## ${path}`, `\`${usage}\`: ${description}.`, ...(own.length > 0 ? [table(own)] : [])];
}

function table(options: readonly OptionWords[]): string {
  const rows = options.map(({ term, description }) => `| \`${cell(term)}\` | ${cell(description)} |`);
  return ['| Option | Meaning |', '|---|---|', ...rows].join('\n');
}

/** A bar would end the cell; angle brackets outside code would be a tag. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
