import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { printCompletion } from '../../output/help.ts';
import { bashScript } from './bash.ts';
import { type CommandWords, describeProgram } from './describe.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** @param shell bash, zsh or fish */
export async function runCompletion(
  { output }: CommandContext,
  program: Command,
  shell: string,
): Promise<number> {
  await printCompletion(output, shell, scriptFor(shell, describeProgram(program)));
  return 0;
}

function scriptFor(shell: string, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  return shell === 'zsh' ? zshScript(commands) : bashScript(commands);
}
