import type { CommandContext } from '../../context.ts';

/** Output of `brctl complete` that makes the shell offer file names. */
export const FILE_NAMES = ':files';

/** Each hands the words up to the cursor to `brctl complete`, which prints what may stand there: `word<tab>description`. */
const SCRIPTS = {
  // From version 3.2 on, which has no mapfile. It takes the = in --option=value for a word.
  bash: `# bash completion for brctl
_brctl() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}"
  [ "$cur" = "=" ] && cur=""
  COMPREPLY=($(command brctl complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
  [ "\${COMPREPLY[0]}" != "${FILE_NAMES}" ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _brctl brctl
`,
  zsh: `#compdef brctl
# zsh completion for brctl
_brctl() {
  local -a found
  found=("\${(@f)$(command brctl complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "$found" == "${FILE_NAMES}" ]]; then
    [[ "\${words[CURRENT]}" == --*=* ]] && compset -P '*='
    _files
    return
  fi
  found=("\${(@)found//:/\\\\:}")
  _describe brctl "\${(@)found/$'\\t'/:}"
}
if [ "\${funcstack[1]}" = "_brctl" ]; then _brctl "$@"; else compdef _brctl brctl; fi
`,
  fish: `# fish completion for brctl
function __brctl_complete
  set -l found (command brctl complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)
  if test "$found" = "${FILE_NAMES}"
    __fish_complete_path (commandline -ct)
  else
    printf '%s\\n' $found
  end
end
complete -c brctl -f -a '(__brctl_complete)'
`,
} as const;

export async function runCompletion({ output }: CommandContext, shell: keyof typeof SCRIPTS): Promise<void> {
  const script = SCRIPTS[shell];
  await output.result({ schema: 'brctl.completion/1', shell, script }, () => script);
}
