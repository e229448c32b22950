import type { Command, Help } from 'commander';

/** An operand, a command or an option: `-o, --output <file>`, what it is, and the heading that it stands under. */
export interface HelpEntry {
  term: string;
  description: string;
  group: string;
}

export interface CommandWords {
  /** `files ls`; empty for brctl itself. */
  path: string;
  /** One line. */
  description: string;
  /** More, with examples; may be empty. */
  about: string;
  /** `<old> <new>` and what each is. */
  usage: string;
  operands: HelpEntry[];
  subcommands: HelpEntry[];
  options: HelpEntry[];
}

/** Every command with its options, brctl itself first. */
export function describeProgram(program: Command, above: readonly string[] = []): CommandWords[] {
  const help = program.createHelp();
  const below = help.visibleCommands(program);
  return [
    describeCommand(program, help, above.join(' ')),
    ...below.flatMap((command) => describeProgram(command, [...above, command.name()])),
  ];
}

/** Texts of one command for help, the manual and the page of options. */
export function describeCommand(command: Command, help: Help, path = ''): CommandWords {
  return {
    path,
    description: getSummary(command),
    about: command.description(),
    usage: help.commandUsage(command),
    operands: help.visibleArguments(command).map((operand) => ({
      term: help.argumentTerm(operand),
      description: help.argumentDescription(operand),
      group: 'Arguments:',
    })),
    subcommands: help.visibleCommands(command).map((sub) => ({
      term: sub.name(),
      description: getSummary(sub),
      group: sub.helpGroup() || 'Commands:',
    })),
    options: help.visibleOptions(command).map((option) => ({
      term: help.optionTerm(option),
      description: help.optionDescription(option),
      group: option.helpGroupHeading ?? 'Options:',
    })),
  };
}

function getSummary(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '');
}

/** Entries below their headings, which come in the order of their first entries. */
export function groupByHeading<Entry extends { group: string }>(
  entries: readonly Entry[],
): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}
