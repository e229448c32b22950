import { Command, Option } from 'commander';
import { formatHelp } from './commands/help/format.ts';
import { addCommands } from './commands.ts';
import { type Frame, fullName } from './frame.ts';
import { addGlobalOptions, addSettingOptions } from './options.ts';
import { fitHelp, helpColumns } from './output/help.ts';

/** Commands that do something themselves beside those below them. */
const ACTING_GROUPS: ReadonlySet<string> = new Set(['guards']);
/** Commands that never talk to the service: they take no connection options. */
const OFFLINE = new Set([
  'convert',
  'diff',
  'apply',
  'validate',
  'serve',
  'completion',
  'help',
  'init',
  'trust',
]);

const ABOUT = `Feed a commerce-search service: compare catalogs, deliver what changed, search; and run the service on this machine.

Examples:
  brctl serve --load products_en=catalog.jsonl  the service, with a catalog
  brctl push catalog-next-day.jsonl             what changed goes there
  brctl search "floor lamp"                     and is found
  brctl push catalog.jsonl -e production        the same, to the hosted service`;

const TOPIC_HELP = '\nTopics of brctl help: exit-codes, configuration, environments, formats';

/**
 * A fresh program: every command with its help, none of the code that does the work. The options that commands share
 * are added to the command that is run, as adding them to all would double the time of a start.
 *
 * @param name of the command that is run, where it is known: then the others are left out
 */
export function createProgram(frame: Frame, name?: string): Command {
  const program = new Command('brctl')
    .description(ABOUT)
    .version(frame.world.version, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .showSuggestionAfterError(true);
  addGlobalOptions(program);
  addCommands(program, frame, name);
  program.addHelpText('after', TOPIC_HELP);
  for (const command of everyCommand(program)) {
    describeHelp(command);
    captureOutput(command, frame);
    command.hook('preSubcommand', (_above, chosen) => {
      frame.commandName = fullName(chosen);
      addSharedOptions(chosen);
    });
  }
  return program;
}

/** One wording for the help option everywhere, what a command does and examples of it first, and the way to the exit codes. */
function describeHelp(command: Command): void {
  command
    .helpCommand(false)
    .configureHelp({
      formatHelp,
      subcommandTerm: (shown) => shown.name(),
      commandDescription: (shown) => [shown.summary(), shown.description()].join('\n').trim(),
    })
    .addHelpOption(new Option('-h, --help', 'print help').helpGroup('Global options:'));
  if (command.parent !== null) command.addHelpText('after', '\nExit codes: brctl help exit-codes');
}

/** The same with every option of every command, to describe it. */
export function createWholeProgram(frame: Frame): Command {
  const program = createProgram(frame);
  for (const command of everyCommand(program)) addSharedOptions(command);
  return program;
}

function addSharedOptions(command: Command): void {
  const isActing = command.commands.length === 0 || ACTING_GROUPS.has(command.name());
  if (isActing && command.parent !== null && !OFFLINE.has(topLevelName(command)))
    addSettingOptions(command, topLevelName(command));
  addGlobalOptions(command);
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
    writeOut: (text) => stdout.stream.write(fitHelp(text, stdout.columns)),
    writeErr: () => undefined,
    getOutHelpWidth: () => helpColumns(stdout.columns),
    getOutHasColors: () => stdout.color,
  });
}
