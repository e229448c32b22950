import type { Command } from 'commander';
import { configCommand } from './commands/config.command.ts';
import type { Frame } from './frame.ts';

/** Every command, in the order in which help shows them. */
export function addCommands(program: Command, frame: Frame): void {
  program.addCommand(configCommand(frame));
}
