import type { CommandWords, OptionWords } from '../help/describe.ts';

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
  if (value === 'environment') return ` -x -a '(brctl config environments 2>/dev/null)'`;
  if (value === 'file') return ' -r -F';
  return value === 'any' ? ' -x' : ` -x -a ${quoted(value.join(' '))}`;
}

function flagsOf({ flags }: OptionWords): string {
  return flags
    .map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`))
    .join('');
}

/** The script for fish. */
export function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ path, subcommands, options, operands }) => {
    const start = `complete -c brctl -n ${quoted(condition(path))}`;
    return [
      ...subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${quoted(description)}`),
      ...options.map(
        (option) => `${start}${flagsOf(option)}${valueFlags(option)} -d ${quoted(option.description)}`,
      ),
      ...(operands.length > 0 ? [`${start} -f -a ${quoted(operands.join(' '))}`] : []),
    ];
  });
  return `# fish completion for brctl\n${lines.join('\n')}\n`;
}
