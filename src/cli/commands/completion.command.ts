import { Argument, Command } from 'commander';
import { action, type Frame } from '../frame.ts';

const EXAMPLES = `
Examples:
  source <(brctl completion bash)
  brctl completion zsh > "\${fpath[1]}/_brctl"
  brctl completion fish > ~/.config/fish/completions/brctl.fish`;

/** `brctl completion <shell>`: a script that completes commands and options. */
export function completionCommand(frame: Frame): Command {
  return new Command('completion')
    .summary('Print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .description(EXAMPLES)
    .action(
      action(frame, async () => {
        const { runCompletion } = await import('../completion/completion-run.ts');
        return (context, shell: string) => runCompletion(context, frame.newProgram(), shell);
      }),
    );
}
