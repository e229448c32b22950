import { EXIT_CODES } from '../../exit-codes.ts';
import type { CommandWords, OptionWords } from './describe.ts';

/** A page of the manual in roff, for `man`: brctl itself, or one command with those below it. */
export function manPage(commands: readonly CommandWords[], name: string, version: string): string {
  const isOf = ({ path }: CommandWords) => path === name || (name !== '' && path.startsWith(`${name} `));
  const [command, ...below] = commands.filter(isOf);
  if (command === undefined) throw new Error(`no command ${name}`);
  const title = ['brctl', ...name.split(' ').filter(Boolean)].join('-');
  return [
    `.TH ${title.toUpperCase()} 1 "" "brctl ${escaped(version)}" "brctl manual"`,
    // Not to break words: options and their values are copied.
    '.nh\n.ad l',
    `.SH NAME\n${escaped(`${title} - ${command.description}`)}`,
    ...[command, ...below].flatMap(commandSections),
    ...(name === '' ? [exitStatus()] : ['.SH SEE ALSO\n.BR brctl (1)']),
    '',
  ].join('\n');
}

function commandSections({
  usage,
  about,
  arguments: operands,
  subcommands,
  options,
}: CommandWords): string[] {
  return [
    `.SH SYNOPSIS\n${escaped(usage)}`,
    ...(about === '' ? [] : [`.SH DESCRIPTION\n${described(about)}\n.fi`]),
    ...section(
      'ARGUMENTS',
      operands.map(({ name, description }) => [name, description]),
    ),
    ...grouped(subcommands).flatMap(([group, those]) =>
      section(
        heading(group) || 'COMMANDS',
        those.map(({ name, description }) => [name, description]),
      ),
    ),
    ...grouped(options).flatMap(([group, those]) => section(heading(group), those.map(term))),
  ];
}

function grouped<T extends { group: string }>(all: readonly T[]): [string, T[]][] {
  const names = [...new Set(all.map(({ group }) => group))];
  return names.map((name) => [name, all.filter(({ group }) => group === name)]);
}

const term = ({ term: flags, description }: OptionWords) => [flags, description] as const;
const heading = (group: string) => group.replace(/:$/, '').toUpperCase();

function section(title: string, rows: readonly (readonly [string, string] | string[])[]): string[] {
  if (rows.length === 0) return [];
  const terms = rows.map(([name = '', text = '']) => `.TP\n.B ${escaped(name)}\n${escaped(text)}`);
  return [`.SH ${escaped(title)}`, ...terms];
}

function exitStatus(): string {
  const rows = EXIT_CODES.map(([code, meaning]) => [String(code), meaning]);
  return section('EXIT STATUS', rows).join('\n');
}

/** Paragraphs filled; indented lines, which are examples, as they are. */
function described(text: string): string {
  const lines = text.trim().split('\n');
  return lines
    .map((line, at) => {
      const isExample = line.startsWith(' ');
      const wasExample = lines[at - 1]?.startsWith(' ') ?? false;
      const turn = isExample === wasExample ? '' : isExample ? '.nf\n' : '.fi\n';
      return turn + (line === '' ? '.PP' : escaped(line));
    })
    .join('\n');
}

/** A dot or an apostrophe at the start of a line would be a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
