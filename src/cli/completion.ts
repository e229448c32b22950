import type { Command } from 'commander';

/** What a shell needs to know of one command. */
export interface CommandWords {
  /** `files ls`; empty for brctl itself. */
  path: string;
  description: string;
  subcommands: { name: string; description: string }[];
  options: { flag: string; description: string }[];
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
    options: program.options.flatMap(({ long, description }) => (long ? [{ flag: long, description }] : [])),
  };
  return [
    own,
    ...program.commands.flatMap((command) => describeProgram(command, [...above, command.name()])),
  ];
}

/** @param shell bash, zsh or fish */
export function completionScript(shell: string, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  return shell === 'zsh' ? zshScript(commands) : bashScript(commands);
}

function words(command: CommandWords): string {
  return [...command.subcommands.map(({ name }) => name), ...command.options.map(({ flag }) => flag)].join(
    ' ',
  );
}

/** The command so far: operands before the cursor that name one, options left out. */
const BASH_PATH = `  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $(_brctl_subcommands "$path") " in *" $word "*) path="\${path:+$path }$word" ;; esac
  done`;

function bashFunctions(commands: readonly CommandWords[]): string {
  const cases = (line: (command: CommandWords) => string) =>
    commands.map((command) => `    "${command.path}") echo "${line(command)}" ;;`).join('\n');
  return `_brctl_subcommands() {
  case "$1" in
${cases(({ subcommands }) => subcommands.map(({ name }) => name).join(' '))}
  esac
}
_brctl_words() {
  case "$1" in
${cases(words)}
  esac
}
`;
}

function bashScript(commands: readonly CommandWords[]): string {
  return `# bash completion for brctl
${bashFunctions(commands)}_brctl() {
  local cur="\${COMP_WORDS[COMP_CWORD]}"
${BASH_PATH}
  COMPREPLY=($(compgen -W "$(_brctl_words "$path")" -- "$cur"))
  [ \${#COMPREPLY[@]} -eq 0 ] && COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _brctl brctl
`;
}

function zshScript(commands: readonly CommandWords[]): string {
  const quote = (text: string) => text.replaceAll("'", "'\\''").replaceAll(':', '\\:');
  const described = commands
    .map((command) => {
      const entries = [
        ...command.subcommands.map(({ name, description }) => [name, description]),
        ...command.options.map(({ flag, description }) => [flag, description]),
      ];
      return `    "${command.path}") candidates=(${entries.map(([name = '', description = '']) => `'${name}:${quote(description)}'`).join(' ')}) ;;`;
    })
    .join('\n');
  const names = commands
    .map(
      (command) =>
        `    "${command.path}") subcommands=(${command.subcommands.map(({ name }) => name).join(' ')}) ;;`,
    )
    .join('\n');
  return `#compdef brctl
# zsh completion for brctl
_brctl() {
  local path="" word
  local -a candidates subcommands
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path" in
${names}
    esac
    (( \${subcommands[(Ie)$word]} )) && path="\${path:+$path }$word"
  done
  case "$path" in
${described}
  esac
  _describe brctl candidates || _files
}
compdef _brctl brctl
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => {
    const condition =
      command.path === ''
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${command.path.split(' ').join('; and __fish_seen_subcommand_from ')}`;
    return [
      ...command.subcommands.map(
        ({ name, description }) =>
          `complete -c brctl -n ${quote(condition)} -f -a ${name} -d ${quote(description)}`,
      ),
      ...command.options.map(
        ({ flag, description }) =>
          `complete -c brctl -n ${quote(condition)} -l ${flag.slice(2)} -d ${quote(description)}`,
      ),
    ];
  });
  return `# fish completion for brctl\n${lines.join('\n')}\n`;
}
