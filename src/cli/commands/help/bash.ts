import type { CommandWords, OptionWords } from './describe.ts';
import { isDynamicValue, listCommandFor } from './dynamic-values.ts';

/** The environment of the line so far, in a variable of the caller. */
const ENVIRONMENT = `\${env:+--env="$env"}`;

/** The shell's `case` over commands, one line each; commands with nothing to say are left out. */
export function caseLines(
  commands: readonly CommandWords[],
  line: (command: CommandWords) => string | undefined,
): string {
  return commands
    .flatMap((command) => {
      const text = line(command);
      return text === undefined || text === '' ? [] : [`    "${command.path}") ${text} ;;`];
    })
    .join('\n');
}

function echo(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : `echo "${words.join(' ')}"`;
}

function operandLine({ operands }: CommandWords): string | undefined {
  return isDynamicValue(operands) ? listCommandFor(operands, ENVIRONMENT) : echo(operands);
}

/** What may follow an option: words, `<file>`, or `<any>`; nothing for an option without a value. */
function valueCases(commands: readonly CommandWords[]): string {
  return commands
    .flatMap(({ path, options }) =>
      options.flatMap((option) =>
        option.value === 'none'
          ? []
          : [`    ${option.flags.map((flag) => `"${path} ${flag}"`).join('|')}) ${valueLine(option)} ;;`],
      ),
    )
    .join('\n');
}

function valueLine({ value }: OptionWords): string {
  if (isDynamicValue(value)) return listCommandFor(value, ENVIRONMENT);
  return typeof value === 'string' ? `echo "<${value}>"` : `echo "${value.join(' ')}"`;
}

/** Functions that bash and zsh share: what there is of each command. */
export function shellFunctions(commands: readonly CommandWords[]): string {
  return `_brctl_subcommands() {
  case "$1" in
${caseLines(commands, ({ subcommands }) => echo(subcommands.map(({ name }) => name)))}
  esac
}
_brctl_operands() {
  case "$1" in
${caseLines(commands, operandLine)}
  esac
}
_brctl_values() {
  case "$1 $2" in
${valueCases(commands)}
  esac
}
`;
}

/**
 * The script for bash, 3.2 included. Words are told apart by what is before the cursor: the value of an option,
 * an option, a subcommand, an operand.
 */
export function bashScript(commands: readonly CommandWords[]): string {
  return `# bash completion for brctl
${shellFunctions(commands)}_brctl_options() {
  case "$1" in
${caseLines(commands, ({ options }) => echo(options.flatMap(({ flags }) => flags.slice(0, 1))))}
  esac
}
_brctl() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" chain="" env="" last="" word values
  # --option=value comes as three words.
  if [ "$cur" = "=" ]; then cur=""; elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    # An environment may be called like a command.
    case "$last" in
      -e|--env) [ "$word" = "=" ] && continue; env="$word"; last=""; continue ;;
      --config|--max-errors) [ "$word" = "=" ] && continue; last=""; continue ;;
    esac
    last="$word"
    case " $(_brctl_subcommands "$chain") " in *" $word "*) chain="\${chain:+$chain }$word" ;; esac
  done
  values="$(_brctl_values "$chain" "$before")"
  case "$values" in
    "<any>") COMPREPLY=(); return ;;
    "<file>") COMPREPLY=($(compgen -f -- "$cur")); return ;;
    ?*) COMPREPLY=($(compgen -W "$values" -- "$cur")); return ;;
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$(_brctl_options "$chain")" -- "$cur")); return ;;
  esac
  values="$(_brctl_subcommands "$chain") $(_brctl_operands "$chain")"
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
  [ -n "\${values// /}" ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _brctl brctl
`;
}
