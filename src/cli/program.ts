import { Command, Option } from 'commander';
import { formatHelp } from './commands/help/format.ts';
import { addCommands } from './commands.ts';
import { type Frame, nameCommand } from './frame.ts';
import { addGlobalOptions, addSettingOptions, COMMON_OPTIONS } from './options.ts';
import { limitColumns, wrapHelp } from './output/wrap-text.ts';

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

const ABOUT = 'Send catalogs to a commerce-search service, search it, run a local copy of it.';

/**
 * A fresh program: every command with its help, none of the code that does the work. The options that commands share
 * are added to the command that is run, as adding them to all would double the time of a start.
 * @param name of the command that is run, where it is known: then the others are left out
 */
export function createProgram(frame: Frame, name?: string): Command {
  const program = new Command('brctl')
    .description(ABOUT)
    .version(frame.world.version, '-V, --version', 'print the version')
    .showSuggestionAfterError(true);
  addGlobalOptions(program);
  addCommands(program, frame, name);
  for (const command of everyCommand(program)) {
    describeHelp(command);
    captureOutput(command, frame);
    command.hook('preSubcommand', (_above, chosen) => {
      frame.commandName = nameCommand(chosen);
      addSharedOptions(chosen);
    });
  }
  return program;
}

/** One layout of help everywhere; --help-all prints it with every option. */
function describeHelp(command: Command): void {
  let showsAll = false;
  command
    .enablePositionalOptions()
    .helpCommand(false)
    .configureHelp({
      formatHelp: (command, helper) => formatHelp(command, helper, showsAll),
      subcommandTerm: (command) => command.name(),
      subcommandDescription: (command) => command.summary(),
      commandDescription: (command) => [command.summary(), command.description()].join('\n').trim(),
      commandUsage: formatUsage,
      optionDescription: describeOption,
    })
    .addHelpOption(new Option('-h, --help', 'print help').helpGroup(COMMON_OPTIONS))
    .on('option:help-all', () => {
      showsAll = true;
      command.help();
    });
}

/** `how to send (auto, payload, sftp; default: auto)`. */
function describeOption({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const [, text = description, implied] = /^(.*) \(default: ([^()]*)\)$/.exec(description) ?? [];
  const isShown = defaultValue !== undefined && typeof defaultValue !== 'boolean' && defaultValue !== '';
  const byDefault = isShown ? (defaultValueDescription ?? defaultValue) : implied;
  const notes = [
    ...(argChoices === undefined ? [] : [argChoices.join(', ')]),
    ...(byDefault === undefined ? [] : [`default: ${byDefault}`]),
  ];
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}

/** `brctl push [catalog] [options]`. */
function formatUsage(command: Command): string {
  const operands = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  const below =
    command.commands.length === 0 ? [] : [ACTING_GROUPS.has(command.name()) ? '[command]' : '<command>'];
  return [nameCommand(command), ...below, ...operands, '[options]'].join(' ');
}

/** The same with every option of every command, to describe it. */
export function createWholeProgram(frame: Frame): Command {
  const program = createProgram(frame);
  for (const command of everyCommand(program)) addSharedOptions(command);
  return program;
}

function addSharedOptions(command: Command): void {
  const isActing = command.commands.length === 0 || ACTING_GROUPS.has(command.name());
  if (isActing && command.parent !== null && !OFFLINE.has(getTopLevelName(command)))
    addSettingOptions(command, getTopLevelName(command));
  addGlobalOptions(command);
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

function getTopLevelName(command: Command): string {
  return command.parent?.parent ? getTopLevelName(command.parent) : command.name();
}

/** Help goes to the run's stdout; errors are thrown and reported in one place. */
function captureOutput(command: Command, frame: Frame): void {
  const { stdout } = frame.world.io;
  command.exitOverride().configureOutput({
    writeOut: (text) => stdout.stream.write(wrapHelp(text, stdout.columns)),
    writeErr: () => undefined,
    getOutHelpWidth: () => limitColumns(stdout.columns),
    getOutHasColors: () => stdout.color,
  });
}
