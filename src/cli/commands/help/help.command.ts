import { Argument, Command } from 'commander';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand } from '../../options.ts';
import type { HelpFormat } from './help-run.ts';

const COMPLETION_EXAMPLES = `
Examples:
  source <(brctl completion bash)
  brctl completion zsh > "\${fpath[1]}/_brctl"
  brctl completion fish > ~/.config/fish/completions/brctl.fish`;

export function completionCommand(frame: Frame): Command {
  return new Command('completion')
    .summary('Print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .description(COMPLETION_EXAMPLES)
    .action(wrapAction(frame, async () => (await import('./completion-run.ts')).runCompletion));
}

export function completeCommand(frame: Frame): Command {
  let program = new Command();
  return new Command('complete')
    .argument('[word...]')
    .hook('preAction', async (acting) => {
      const { findEnvironment } = await import('./complete-run.ts');
      program = frame.newProgram();
      const environment = findEnvironment(program, acting.args);
      if (environment !== undefined) acting.setOptionValueWithSource('env', environment, 'cli');
    })
    .action(
      wrapAction(frame, async () => {
        const { runComplete } = await import('./complete-run.ts');
        return (context, words: string[]) => runComplete(context, program, words);
      }),
    );
}

const HELP_EXAMPLES = `
Examples:
  brctl help files ls
  brctl help exit-codes
  brctl help push --format man | man -l -
  brctl help diff --format json-schema`;

export function helpCommand(frame: Frame): Command {
  return new ChoiceCommand('help')
    .summary('Print help on a command or a topic')
    .description(HELP_EXAMPLES)
    .addArgument(new Argument('[topic...]', 'a command such as files ls, or a topic'))
    .choice(
      '--format <format>',
      'man: a page of the manual; markdown: every option of every command; json-schema: what --json prints',
      ['text', 'man', 'markdown', 'json-schema'],
      'text',
    )
    .action(
      wrapAction(frame, async () => {
        const { runHelp } = await import('./help-run.ts');
        return (context, topic: string[], { format }: { format: HelpFormat }) =>
          runHelp(context, frame.newProgram(), topic, format);
      }),
    );
}
