import { Command } from 'commander';
import { addCommands } from './commands.ts';
import { EXIT_CODES } from './exit-codes.ts';
import type { Frame } from './frame.ts';
import { addGlobalOptions, addSettingOptions } from './options.ts';

/** Commands that never talk to the service: they take no connection options. */
const OFFLINE = new Set(['diff', 'apply', 'validate', 'serve', 'completion', 'help', 'init', 'jobs']);

const EXIT_CODE_HELP = `\nExit codes:\n${EXIT_CODES.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}`;

/** A fresh program: every command with its options and help, none of the code that does the work. */
export function createProgram(frame: Frame): Command {
  const program = new Command('brctl')
    .description('Feed a commerce-search service: diff catalogs, deliver deltas, run jobs, search.')
    .version(frame.world.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
  addGlobalOptions(program);
  addCommands(program, frame);
  for (const leaf of leaves(program)) {
    if (!OFFLINE.has(topLevelName(leaf))) addSettingOptions(leaf);
    addGlobalOptions(leaf);
  }
  program.addHelpText('after', EXIT_CODE_HELP);
  for (const command of everyCommand(program)) captureOutput(command, frame);
  return program;
}

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function topLevelName(command: Command): string {
  return command.parent?.parent ? topLevelName(command.parent) : command.name();
}

/** Help goes to the run's stdout; errors are thrown and reported in one place. */
function captureOutput(command: Command, frame: Frame): void {
  const { stdout } = frame.world.io;
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout.stream.write(text),
    writeErr: () => undefined,
    getOutHelpWidth: () => Math.min(stdout.columns, 110),
    getOutHasColors: () => stdout.color,
  });
}
