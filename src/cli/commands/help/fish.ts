import type { CommandWords, OptionWords } from './describe.ts';
import { type DynamicValue, isDynamicValue, listCommandFor } from './dynamic-values.ts';

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

/** Prints the command that the line so far names: `files rm`. What is behind it may be called like a command. */
function chainFunction(commands: readonly CommandWords[]): string {
  const cases = commands.flatMap(({ path, subcommands }) => {
    const names = subcommands.map(({ name }) => name).join(' ');
    return names === '' ? [] : [`      case '${path}'\n        set below ${names}`];
  });
  return `function __brctl_chain
  set -l chain ''
  set -l last ''
  for word in (commandline -opc)[2..-1]
    # What is behind these may be called like a command.
    if contains -- $last -e --env --config --max-errors
      set last ''
      continue
    end
    set last $word
    set -l below
    switch "$chain"
${cases.join('\n')}
    end
    contains -- $word $below; and set chain (string trim -- "$chain $word")
  end
  echo $chain
end
`;
}

function condition(path: string): string {
  return `string match -q -- "${path}" (__brctl_chain)`;
}

/** Without the values that help lists behind a description: the shell offers them itself. */
function withoutChoices({ description, value }: OptionWords): string {
  const hasList = Array.isArray(value) || / \(default: [^()]*\)$/.test(description);
  return hasList ? description.replace(/ \([^()]*\)$/, '') : description;
}

function valueFlags({ value }: OptionWords): string {
  if (value === 'none') return '';
  if (isDynamicValue(value)) return ` -x -a ${asked(value)}`;
  if (value === 'file') return ' -r -F';
  return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
}

function asked(words: DynamicValue): string {
  return quoted(`(${listCommandFor(words, '(__brctl_env)')})`);
}

function operandLines({ operands }: CommandWords, start: string): string[] {
  if (isDynamicValue(operands)) return [`${start} -f -a ${asked(operands)}`];
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
        (option) => `${start}${flagsOf(option)}${valueFlags(option)} -d ${quoted(withoutChoices(option))}`,
      ),
      ...operandLines(command, start),
    ];
  });
  return `# fish completion for brctl\n${ENVIRONMENT_FUNCTION}${chainFunction(commands)}${lines.join('\n')}\n`;
}
