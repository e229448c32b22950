import type { Command, Help } from 'commander';
import { pluralize } from '../../../base/wording/amounts.ts';
import { nameCommand } from '../../frame.ts';
import { COMMON_OPTIONS, MAIN_COMMANDS, RARE_OPTIONS } from '../../options.ts';
import { describeCommand, groupByHeading, type HelpEntry } from './describe.ts';

/**
 * Help with what people look for first: what a command does and examples, the commands below it, then its options by
 * purpose. `wrapHelp` breaks the lines.
 * @param all also what few users need (--help-all)
 */
export function formatHelp(command: Command, help: Help, all: boolean): string {
  const { usage, operands, subcommands, options } = describeCommand(command, help);
  const shown = all ? options : options.filter(({ group }) => !RARE_OPTIONS.has(group));
  const isTop = command.parent === null;
  const told = all ? shown : shown.map((option) => ({ ...option, description: withFewWords(option) }));
  const parts =
    isTop && !all
      ? [...commandsAtAGlance(subcommands), `Options: ${shown.map(({ term }) => term).join('; ')}`]
      : [...sections(operands), ...sections(subcommands), ...sections(commonLast(told))];
  const more = isTop ? topicsLine(all) : moreLines(nameCommand(command), options.length - shown.length);
  return `${[`Usage: ${usage}`, help.commandDescription(command), ...parts, more].join('\n\n')}\n`;
}

/** Of many words that an option takes the first; --help-all has all of them. */
function withFewWords({ description }: HelpEntry): string {
  return description.replace(/\(((?:[^(),;]+, ){6})[^(),;]+, [^();]+/, '($1…');
}

/** Those of the command itself before those that all commands have. */
function commonLast(options: readonly HelpEntry[]): HelpEntry[] {
  const place = ({ group }: HelpEntry) => (group === COMMON_OPTIONS ? 1 : RARE_OPTIONS.has(group) ? 2 : 0);
  return options.toSorted((a, b) => place(a) - place(b));
}

/** A heading with its entries for each group, all in the same columns. */
function sections(entries: readonly HelpEntry[]): string[] {
  const width = Math.max(0, ...entries.map(({ term }) => term.length));
  return [...groupByHeading(entries)].map(([heading, those]) =>
    [heading, ...those.map(({ term, description }) => `  ${term.padEnd(width)}  ${description}`)].join('\n'),
  );
}

/** The main commands with a line each, the others by name alone. */
function commandsAtAGlance(commands: readonly HelpEntry[]): string[] {
  const others = groupByHeading(commands.filter(({ group }) => group !== MAIN_COMMANDS));
  const byName = [...others].map(([term, those]) => ({
    term,
    description: those.map((command) => command.term).join(', '),
    group: 'More commands:',
  }));
  const main = commands.filter(({ group }) => group === MAIN_COMMANDS);
  return [...sections(main), ...sections(byName)];
}

function topicsLine(all: boolean): string {
  const everything = all ? '' : '; every command and option: brctl --help-all';
  return `Help: brctl <command> --help${everything}; topics of brctl help: exit-codes, configuration, environments, formats`;
}

function moreLines(name: string, hidden: number): string {
  const more = hidden > 0 ? `  ${pluralize(hidden, 'more option')}:  ${name} --help-all\n` : '';
  return `${more}  Exit codes:  brctl help exit-codes`;
}
