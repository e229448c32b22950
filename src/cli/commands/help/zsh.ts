import { shellQuote } from '../../../base/wording/shell-quote.ts';
import { caseLines, shellFunctions } from './bash.ts';
import type { CommandWords } from './describe.ts';

/** `'name:description'`, as `_describe` takes it. */
function described(name: string, description: string): string {
  return shellQuote(`${name.replaceAll(':', '\\:')}:${description.replaceAll(':', '\\:')}`);
}

/** The script for zsh: sourced, or as the file `_brctl` of a folder of `fpath`. */
export function zshScript(commands: readonly CommandWords[]): string {
  const options = caseLines(commands, (command) => {
    const entries = command.options.map(({ flags, description }) => described(flags[0] ?? '', description));
    return `candidates=(${entries.join(' ')})`;
  });
  const subcommands = caseLines(commands, (command) => {
    const entries = command.subcommands.map(({ name, description }) => described(name, description));
    return entries.length === 0 ? undefined : `candidates=(${entries.join(' ')})`;
  });
  return `#compdef brctl
# zsh completion for brctl
${shellFunctions(commands)}_brctl() {
  local chain="" env="" last="" word values
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$last" in
      -e|--env) env="$word"; last=""; continue ;;
      --config|--max-errors) last=""; continue ;;
    esac
    case "$word" in --env=*) env="\${word#--env=}" ;; esac
    last="$word"
    [[ " $(_brctl_subcommands "$chain") " == *" $word "* ]] && chain="\${chain:+$chain }$word"
  done
  values="$(_brctl_values "$chain" "\${words[CURRENT-1]}")"
  case "$values" in
    "<any>") return ;;
    "<file>") _files; return ;;
    ?*) compadd -- \${=values}; return ;;
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    case "$chain" in
${options}
    esac
    _describe -o option candidates
    return
  fi
  case "$chain" in
${subcommands}
  esac
  if (( \${#candidates} )); then _describe command candidates; return; fi
  values="$(_brctl_operands "$chain")"
  if [[ -n "$values" ]]; then compadd -- \${=values}; else _files; fi
}
if [ "\${funcstack[1]}" = "_brctl" ]; then _brctl "$@"; else compdef _brctl brctl; fi
`;
}
