import { EXIT_CODES } from '../../exit-codes.ts';
import { type CommandWords, groupByHeading, type HelpEntry } from './describe.ts';

/** A page of the manual in roff, for `man`: brctl itself, or one command with those below it. */
export function renderManPage(commands: readonly CommandWords[], name: string, version: string): string {
  const isWanted = ({ path }: CommandWords) => path === name || (name !== '' && path.startsWith(`${name} `));
  const [command, ...below] = commands.filter(isWanted);
  if (command === undefined) throw new Error(`no command ${name}`);
  const title = ['brctl', ...name.split(' ').filter(Boolean)].join('-');
  return [
    `.TH ${title.toUpperCase()} 1 "" "brctl ${escapeRoff(version)}" "brctl manual"`,
    // Not to break words: options and their values are copied.
    '.nh\n.ad l',
    `.SH NAME\n${escapeRoff(`${title} - ${command.description}`)}`,
    ...[command, ...below].flatMap(formatCommand),
    ...(name === '' ? exitStatus() : ['.SH SEE ALSO\n.BR brctl (1)']),
    '',
  ].join('\n');
}

function formatCommand({ usage, about, operands, subcommands, options }: CommandWords): string[] {
  return [
    `.SH SYNOPSIS\n${escapeRoff(usage)}`,
    ...(about === '' ? [] : [`.SH DESCRIPTION\n${formatDescription(about)}\n.fi`]),
    ...[...groupByHeading([...operands, ...subcommands, ...options])].flatMap(([heading, those]) =>
      formatSection(heading.replace(/:$/, '').toUpperCase(), those),
    ),
  ];
}

function formatSection(title: string, entries: readonly Pick<HelpEntry, 'term' | 'description'>[]): string[] {
  const terms = entries.map((entry) => `.TP\n.B ${escapeRoff(entry.term)}\n${escapeRoff(entry.description)}`);
  return [`.SH ${escapeRoff(title)}`, ...terms];
}

function exitStatus(): string[] {
  const codes = EXIT_CODES.map(([code, description]) => ({ term: String(code), description }));
  return formatSection('EXIT STATUS', codes);
}

/** Paragraphs filled; indented lines, which are examples, as they are. */
function formatDescription(text: string): string {
  const lines = text.trim().split('\n');
  return lines
    .map((line, index) => {
      const isExample = line.startsWith(' ');
      const wasExample = lines[index - 1]?.startsWith(' ') ?? false;
      const turn = isExample === wasExample ? '' : isExample ? '.nf\n' : '.fi\n';
      return turn + (line === '' ? '.PP' : escapeRoff(line));
    })
    .join('\n');
}

/** A dot or an apostrophe at the start of a line would be a request. */
function escapeRoff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}
