import { EXIT_CODES } from '../../exit-codes.ts';
import { type CommandWords, groupByHeading, type HelpEntry } from './describe.ts';

/** A page of the manual in roff, for `man`: brctl itself, or one command with those below it. */
export function renderManPage(commands: readonly CommandWords[], name: string, version: string): string {
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
    ...(name === '' ? exitStatus() : ['.SH SEE ALSO\n.BR brctl (1)']),
    '',
  ].join('\n');
}

function commandSections({ usage, about, operands, subcommands, options }: CommandWords): string[] {
  return [
    `.SH SYNOPSIS\n${escaped(usage)}`,
    ...(about === '' ? [] : [`.SH DESCRIPTION\n${described(about)}\n.fi`]),
    ...[...groupByHeading([...operands, ...subcommands, ...options])].flatMap(([heading, those]) =>
      section(heading.replace(/:$/, '').toUpperCase(), those),
    ),
  ];
}

function section(title: string, entries: readonly Pick<HelpEntry, 'term' | 'description'>[]): string[] {
  const terms = entries.map((one) => `.TP\n.B ${escaped(one.term)}\n${escaped(one.description)}`);
  return [`.SH ${escaped(title)}`, ...terms];
}

function exitStatus(): string[] {
  const codes = EXIT_CODES.map(([code, description]) => ({ term: String(code), description }));
  return section('EXIT STATUS', codes);
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
