import type { CommandWords, OptionWords } from '../help/describe.ts';
import { type AskedWords, commandLineFor, isAsked } from './asked.ts';

/** Prints the environment of the line so far as an option, where it names one. */
const ENVIRONMENT_FUNCTION = `function __brctl_env
  set -l words (commandline -opc)
  for i in (seq (count $words))
    if contains -- $words[$i] -e --env; and set -q words[(math $i + 1)]
      echo -- --env=$words[(math $i + 1)]
    else if string match -q -- '--env=*' $words[$i]
      echo -- $words[$i]
    end
  end
end
`;

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function condition(path: string): string {
  if (path === '') return '__fish_use_subcommand';
  return path
    .split(' ')
    .map((name) => `__fish_seen_subcommand_from ${name}`)
    .join('; and ');
}

function valueFlags({ value }: OptionWords): string {
  if (value === 'none') return '';
  if (isAsked(value)) return ` -x -a ${asked(value)}`;
  if (value === 'file') return ' -r -F';
  return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
}

function asked(words: AskedWords): string {
  return quoted(`(${commandLineFor(words, '(__brctl_env)')})`);
}

function operandLines({ operands }: CommandWords, start: string): string[] {
  if (isAsked(operands)) return [`${start} -f -a ${asked(operands)}`];
  return operands.length > 0 ? [`${start} -f -a ${quoted(operands.join(' '))}`] : [];
}

function flagsOf({ flags }: OptionWords): string {
  return flags
    .map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`))
    .join('');
}

export function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap((command) => {
    const { path, subcommands, options } = command;
    const start = `complete -c brctl -n ${quoted(condition(path))}`;
    return [
      ...subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${quoted(description)}`),
      ...options.map(
        (option) => `${start}${flagsOf(option)}${valueFlags(option)} -d ${quoted(option.description)}`,
      ),
      ...operandLines(command, start),
    ];
  });
  return `# fish completion for brctl\n${ENVIRONMENT_FUNCTION}${lines.join('\n')}\n`;
}
