import type { Command, Help, Option } from 'commander';

export interface OptionWords {
  /** `-o, --output <file>`. */
  term: string;
  description: string;
  /** The heading that help puts it under. */
  group: string;
}

export interface CommandWords {
  /** `files ls`; empty for brctl itself. */
  path: string;
  description: string;
  /** More, with examples; may be empty. */
  about: string;
  /** `<old> <new>` and what each is. */
  usage: string;
  arguments: { name: string; description: string }[];
  subcommands: { name: string; description: string; group: string }[];
  options: OptionWords[];
}

/** Every command with its options, brctl itself first. */
export function describeProgram(program: Command, above: readonly string[] = []): CommandWords[] {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const own: CommandWords = {
    path: above.join(' '),
    description: summaryOf(program),
    about: program.description(),
    usage: help.commandUsage(program),
    arguments: program.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: help.argumentDescription(argument),
    })),
    subcommands: commands.map((command) => ({
      name: command.name(),
      description: summaryOf(command),
      group: command.helpGroup(),
    })),
    options: help.visibleOptions(program).map((option) => describeOption(option, help)),
  };
  return [own, ...commands.flatMap((command) => describeProgram(command, [...above, command.name()]))];
}

function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '');
}

function describeOption(option: Option, help: Help): OptionWords {
  return {
    term: help.optionTerm(option),
    description: help.optionDescription(option),
    group: option.helpGroupHeading ?? 'Options:',
  };
}
