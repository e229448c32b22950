import type { Command, Help } from 'commander';
import { pluralize } from '../../../base/wording/amounts.ts';
import { nameCommand } from '../../frame.ts';
import { COMMON_OPTIONS, MAIN_COMMANDS, RARE_OPTIONS } from '../../options.ts';
import { describeCommand, groupByHeading, type HelpEntry } from './describe.ts';

/**
 * Help with what people look for first: what a command does and examples, the commands below it, then its options by
 * purpose. `wrapHelp` breaks the lines.
 * @param isFull also what few users need (--help-all)
 */
export function formatHelp(command: Command, help: Help, isFull: boolean): string {
  const { usage, operands, subcommands, options } = describeCommand(command, help);
  const visible = isFull ? options : options.filter(({ group }) => !RARE_OPTIONS.has(group));
  const isTop = command.parent === null;
  const list = isFull ? visible : visible.map((option) => ({ ...option, description: withFewWords(option) }));
  const parts =
    isTop && !isFull
      ? [...listCommands(subcommands), `Options: ${visible.map(({ term }) => term).join('; ')}`]
      : [...formatSections(operands), ...formatSections(subcommands), ...formatSections(sortOptions(list))];
  const more = isTop
    ? formatTopics(isFull)
    : formatMore(nameCommand(command), options.length - visible.length);
  return `${[`Usage: ${usage}`, help.commandDescription(command), ...parts, more].join('\n\n')}\n`;
}

/** Of many words that an option takes the first; --help-all has all of them. */
function withFewWords({ description }: HelpEntry): string {
  return description.replace(/\(((?:[^(),;]+, ){6})[^(),;]+, [^();]+/, '($1…');
}

/** Those of the command itself before those that all commands have. */
function sortOptions(options: readonly HelpEntry[]): HelpEntry[] {
  const rank = ({ group }: HelpEntry) => (group === COMMON_OPTIONS ? 1 : RARE_OPTIONS.has(group) ? 2 : 0);
  return options.toSorted((a, b) => rank(a) - rank(b));
}

/** A heading with its entries for each group, all in the same columns. */
function formatSections(entries: readonly HelpEntry[]): string[] {
  const width = Math.max(0, ...entries.map(({ term }) => term.length));
  return [...groupByHeading(entries)].map(([heading, those]) =>
    [heading, ...those.map(({ term, description }) => `  ${term.padEnd(width)}  ${description}`)].join('\n'),
  );
}

/** The main commands with a line each, the others by name alone. */
function listCommands(commands: readonly HelpEntry[]): string[] {
  const others = groupByHeading(commands.filter(({ group }) => group !== MAIN_COMMANDS));
  const byName = [...others].map(([term, those]) => ({
    term,
    description: those.map((command) => command.term).join(', '),
    group: 'More commands:',
  }));
  const main = commands.filter(({ group }) => group === MAIN_COMMANDS);
  return [...formatSections(main), ...formatSections(byName)];
}

function formatTopics(all: boolean): string {
  const everything = all ? '' : '; every command and option: brctl --help-all';
  return `Help: brctl <command> --help${everything}; topics of brctl help: exit-codes, configuration, environments, formats`;
}

function formatMore(name: string, hidden: number): string {
  const more = hidden > 0 ? `  ${pluralize(hidden, 'more option')}:  ${name} --help-all\n` : '';
  return `${more}  Exit codes:  brctl help exit-codes`;
}
