import type { CommandWords } from '../help/describe.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

/** @param shell bash, zsh or fish */
export function completionScript(shell: string, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  return shell === 'zsh' ? zshScript(commands) : bashScript(commands);
}
