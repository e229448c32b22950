import type { Command, Help, Option } from 'commander';
import { counted } from '../../../base/wording/amounts.ts';
import { COMMON_OPTIONS, MAIN_COMMANDS, RARE_OPTIONS } from '../../options.ts';

const TOPICS = 'exit-codes, configuration, environments, formats';

/**
 * Help with what people look for first: what a command does and examples, the commands below it, then its options by
 * purpose. `wrapHelp` breaks the lines.
 * @param all also what few users need (--help-all)
 */
export function formatHelp(command: Command, helper: Help, all: boolean): string {
  const options = helper.visibleOptions(command);
  const shown = all
    ? options
    : options.filter(({ helpGroupHeading }) => !RARE_OPTIONS.has(helpGroupHeading ?? ''));
  const parts =
    command.parent === null && !all
      ? [commandsAtAGlance(command, helper), optionsAtAGlance(shown)]
      : [
          listed('Arguments:', helper.visibleArguments(command), (one) => [
            helper.argumentTerm(one),
            helper.argumentDescription(one),
          ]),
          ...grouped(
            helper.visibleCommands(command),
            (one) => one.helpGroup() || 'Commands:',
            (one) => [helper.subcommandTerm(one), helper.subcommandDescription(one)],
          ),
          ...grouped(commonLast(shown), headingOf, (one) => [
            helper.optionTerm(one),
            all ? helper.optionDescription(one) : withFewWords(helper.optionDescription(one)),
          ]),
        ];
  const usage = `Usage: ${helper.commandUsage(command)}`;
  const about = helper.commandDescription(command);
  const more = command.parent === null ? topicsLine(all) : moreLines(command, options.length - shown.length);
  return `${[usage, about, ...parts.filter((part) => part !== ''), more].join('\n\n')}\n`;
}

/** Of many words that an option takes the first; --help-all has all of them. */
function withFewWords(description: string): string {
  return description.replace(/\(((?:[^(),;]+, ){6})[^(),;]+, [^();]+/, '($1…');
}

const headingOf = ({ helpGroupHeading }: Option) => helpGroupHeading ?? 'Options:';

/** Those of the command itself before those that all commands have. */
function commonLast(options: readonly Option[]): Option[] {
  const isCommon = (option: Option) => headingOf(option) === COMMON_OPTIONS;
  return [
    ...options.filter((option) => !isCommon(option) && !RARE_OPTIONS.has(headingOf(option))),
    ...options.filter(isCommon),
    ...options.filter((option) => RARE_OPTIONS.has(headingOf(option))),
  ];
}

type Row = readonly [term: string, description: string];

function grouped<T>(items: readonly T[], heading: (item: T) => string, row: (item: T) => Row): string[] {
  const headings = [...new Set(items.map(heading))];
  const width = Math.max(0, ...items.map((item) => row(item)[0].length));
  return headings.map((title) =>
    listed(
      title,
      items.filter((item) => heading(item) === title),
      row,
      width,
    ),
  );
}

function listed<T>(
  heading: string,
  items: readonly T[],
  row: (item: T) => Row,
  width = Math.max(0, ...items.map((item) => row(item)[0].length)),
): string {
  if (items.length === 0) return '';
  const lines = items.map((item) => {
    const [term, description] = row(item);
    return `  ${term.padEnd(width)}  ${description}`;
  });
  return [heading, ...lines].join('\n');
}

/** The main commands with a line each, the others by name alone. */
function commandsAtAGlance(program: Command, helper: Help): string {
  const commands = helper.visibleCommands(program);
  const others = commands.filter((command) => command.helpGroup() !== MAIN_COMMANDS);
  const groups = [...new Set(others.map((command) => command.helpGroup()))];
  return [
    listed(
      MAIN_COMMANDS,
      commands.filter((command) => command.helpGroup() === MAIN_COMMANDS),
      (command) => [command.name(), helper.subcommandDescription(command)],
    ),
    '',
    listed('More commands:', groups, (group) => [
      group,
      others
        .filter((command) => command.helpGroup() === group)
        .map((command) => command.name())
        .join(', '),
    ]),
  ].join('\n');
}

function optionsAtAGlance(options: readonly Option[]): string {
  return `Options: ${options.map(({ flags }) => flags).join('; ')}`;
}

function topicsLine(all: boolean): string {
  const everything = all ? '' : '; every command and option: brctl --help-all';
  return `Help: brctl <command> --help${everything}; topics of brctl help: ${TOPICS}`;
}

function moreLines(command: Command, hidden: number): string {
  const name = fullCommandName(command);
  const more = hidden > 0 ? [`  ${counted(hidden, 'more option')}:  ${name} --help-all`] : [];
  return [...more, '  Exit codes:  brctl help exit-codes'].join('\n');
}

function fullCommandName(command: Command): string {
  return command.parent === null ? command.name() : `${fullCommandName(command.parent)} ${command.name()}`;
}
