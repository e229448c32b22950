import type { Command, Help, Option } from 'commander';
import type { DynamicValue } from './dynamic-values.ts';
import { HELP_TOPICS } from './topics.ts';

/** One option as a shell needs it. */
export interface OptionWords {
  flags: readonly string[];
  /** `-o, --output <file>`. */
  term: string;
  description: string;
  /** The heading that help puts it under. */
  group: string;
  value: ValueWords;
}

/** What is behind an option: nothing, some words, those that brctl is asked for, a file, or anything. */
type ValueWords = 'none' | DynamicValue | 'file' | 'any' | readonly string[];

/** What a shell needs to know of one command. */
export interface CommandWords {
  /** `files ls`; empty for brctl itself. */
  path: string;
  /** One line. */
  description: string;
  /** More, with examples; may be empty. */
  about: string;
  /** `<old> <new>` and what each is. */
  usage: string;
  arguments: { name: string; description: string }[];
  subcommands: { name: string; description: string; group: string }[];
  options: OptionWords[];
  /** The words that the first operand may be, or those that brctl is asked for; where it is free, file names are offered. */
  operands: readonly string[] | DynamicValue;
}

/** Every command with its options, brctl itself first. */
export function describeProgram(program: Command, above: readonly string[] = []): CommandWords[] {
  const help = program.createHelp();
  const own: CommandWords = {
    path: above.join(' '),
    description: summaryOf(program),
    about: program.description(),
    usage: help.commandUsage(program),
    arguments: program.registeredArguments.map((argument) => ({
      name: argument.name(),
      description: help.argumentDescription(argument),
    })),
    subcommands: program.commands.map((command) => ({
      name: command.name(),
      description: summaryOf(command),
      group: command.helpGroup(),
    })),
    options: help.visibleOptions(program).map((option) => describeOption(option, help)),
    operands: operandWords(program),
  };
  return [
    own,
    ...program.commands.flatMap((command) => describeProgram(command, [...above, command.name()])),
  ];
}

function summaryOf(command: Command): string {
  return command.summary() || (command.description().split('\n')[0] ?? '');
}

function operandWords(command: Command): readonly string[] | DynamicValue {
  const [first] = command.registeredArguments;
  if (first?.name() === 'jobId') return 'job';
  if (command.parent?.name() === 'files') return 'remote-path';
  if (command.name() !== 'help') return first?.argChoices ?? [];
  const others = command.parent?.commands.filter((other) => other !== command) ?? [];
  return [...others.map((other) => other.name()), ...HELP_TOPICS];
}

function describeOption(option: Option, help: Help): OptionWords {
  return {
    flags: [option.long, option.short].flatMap((flag) => (flag ? [flag] : [])),
    term: help.optionTerm(option),
    description: help.optionDescription(option),
    group: option.helpGroupHeading ?? 'Options:',
    value: valueWords(option),
  };
}

function valueWords({ flags, long, argChoices, required, optional }: Option): ValueWords {
  if (!required && !optional) return 'none';
  if (argChoices !== undefined) return argChoices;
  if (long === '--env' || long === '--vs') return 'environment';
  if (long === '--catalog') return 'catalog';
  if (long === '--sftp') return 'remote-path';
  return /<.*(file|dir).*>|--sftp-key-file|--known-hosts/.test(flags) ? 'file' : 'any';
}
