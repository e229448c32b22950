import type { Command, Option } from 'commander';
import { HELP_TOPICS } from '../help-topics.ts';

/** One option as a shell needs it. */
export interface OptionWords {
  flags: readonly string[];
  description: string;
  value: ValueWords;
}

/** What is behind an option: nothing, some words, an environment, a file, or anything. */
type ValueWords = 'none' | 'environment' | 'file' | 'any' | readonly string[];

/** What a shell needs to know of one command. */
export interface CommandWords {
  /** `files ls`; empty for brctl itself. */
  path: string;
  description: string;
  subcommands: { name: string; description: string }[];
  options: OptionWords[];
  /** The words that the first operand may be; where it is free, file names are offered. */
  operands: readonly string[];
}

/** Every command with its options, brctl itself first. */
export function describeProgram(program: Command, above: readonly string[] = []): CommandWords[] {
  const own: CommandWords = {
    path: above.join(' '),
    description: program.description(),
    subcommands: program.commands.map((command) => ({
      name: command.name(),
      description: command.description(),
    })),
    options: program.createHelp().visibleOptions(program).map(describeOption),
    operands: operandWords(program),
  };
  return [
    own,
    ...program.commands.flatMap((command) => describeProgram(command, [...above, command.name()])),
  ];
}

function operandWords(command: Command): readonly string[] {
  if (command.name() !== 'help') return command.registeredArguments[0]?.argChoices ?? [];
  const others = command.parent?.commands.filter((other) => other !== command) ?? [];
  return [...others.map((other) => other.name()), ...HELP_TOPICS];
}

function describeOption(option: Option): OptionWords {
  const flags = [option.long, option.short].flatMap((flag) => (flag ? [flag] : []));
  return { flags, description: option.description, value: valueWords(option) };
}

function valueWords({ flags, long, argChoices, required, optional }: Option): ValueWords {
  if (!required && !optional) return 'none';
  if (argChoices !== undefined) return argChoices;
  if (long === '--env' || long === '--vs') return 'environment';
  return /<.*(file|dir).*>|--sftp-key-file|--known-hosts/.test(flags) ? 'file' : 'any';
}
