import type { Command, Option } from 'commander';

const SUCCESSORS = new WeakMap<Option, (value: string) => string>();

/** Hides an option; a command that is given it names its successor. */
export function supersede(option: Option, successor: (value: string) => string): Option {
  SUCCESSORS.set(option, successor);
  return option.hideHelp();
}

/** A line for each superseded option that was given, such as `--input-format is now --from records`. */
export function describeSuperseded(command: Command): string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    const successor = SUCCESSORS.get(option);
    if (successor === undefined || command.getOptionValueSource(name) !== 'cli') return [];
    return [`${option.long} is now ${successor(String(command.getOptionValue(name)))}`];
  });
}
