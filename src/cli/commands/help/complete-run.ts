import type { Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { locateStateFolder, openLedgerIn } from '../../shared/state-backend.ts';
import { FILE_NAMES } from './completion-run.ts';
import { HELP_TOPICS } from './topics.ts';

interface Candidate {
  word: string;
  description?: string;
}

/** Candidates at a position of a command line: words, file names, or none. */
type Candidates = readonly Candidate[] | 'files';

/** Prints what the last of these words may become, one a line. */
export async function runComplete(
  context: CommandContext,
  program: Command,
  words: readonly string[],
): Promise<void> {
  const line = readLine(program, words);
  const found = await candidatesOf(context, line);
  const fitting =
    found === 'files'
      ? [FILE_NAMES]
      : found
          .filter(({ word }) => word.startsWith(line.current))
          .map(({ word, description = '' }) => `${line.prefix}${word}\t${description}`);
  await context.output.bytes([...new Set(fitting)].map((text) => `${text}\n`).join(''));
}

interface Line {
  command: Command;
  /** The option whose value the last word is. */
  option: Option | undefined;
  /** The last word, or what is behind the = of it. */
  current: string;
  /** `--option=` before that. */
  prefix: string;
}

/** The environment that a command line names before its last word. */
export function findEnvironment(program: Command, words: readonly string[]): string | undefined {
  const before = joined(words).slice(0, -1);
  const values = before.flatMap((word, at) => {
    const [name = '', value] = word.split('=', 2);
    return optionOf(program, name)?.long === '--env' ? [value ?? before[at + 1]] : [];
  });
  return values.at(-1);
}

function readLine(program: Command, words: readonly string[]): Line {
  let command = program;
  let option: Option | undefined;
  const all = joined(words);
  const last = all.at(-1) ?? '';
  for (const word of all.slice(0, -1)) {
    const isValue = option !== undefined;
    option = isValue || word.includes('=') ? undefined : valueOption(command, word);
    if (!isValue) command = command.commands.find((below) => below.name() === word) ?? command;
  }
  const [, name, value] = /^(--[^=]+)=(.*)$/.exec(last) ?? [];
  if (name === undefined || value === undefined) return { command, option, current: last, prefix: '' };
  return { command, option: valueOption(command, name), current: value, prefix: `${name}=` };
}

/** bash gives --option=value as three words. */
function joined(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (word !== '=' || at === 0) return [word];
    return at === words.length - 1 ? [''] : [];
  });
}

function optionOf(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function valueOption(command: Command, word: string): Option | undefined {
  const option = optionOf(command, word);
  return option?.required || option?.optional ? option : undefined;
}

async function candidatesOf(
  context: CommandContext,
  { command, option, current }: Line,
): Promise<Candidates> {
  if (option !== undefined) return await valuesOf(context, option);
  const help = command.createHelp();
  if (current.startsWith('-'))
    return help.visibleOptions(command).map((one) => ({
      word: one.long ?? one.short ?? '',
      description: help.optionDescription(one),
    }));
  const below = help
    .visibleCommands(command)
    .map((one) => ({ word: one.name(), description: one.summary() }));
  return below.length > 0 ? below : await operandsOf(context, command);
}

const wordsOf = (words: readonly string[]) => words.map((word) => ({ word }));

async function valuesOf(context: CommandContext, { flags, long, argChoices }: Option): Promise<Candidates> {
  if (argChoices !== undefined) return wordsOf(argChoices);
  if (long === '--env' || long === '--vs') return wordsOf((await context.config()).environments);
  if (long === '--catalog') return wordsOf((await entriesOf(context)).map(({ catalog }) => catalog));
  if (long === '--sftp') return await remotePaths(context);
  return /<.*(file|dir).*>|--sftp-key-file|--known-hosts/.test(flags) ? 'files' : [];
}

async function operandsOf(context: CommandContext, command: Command): Promise<Candidates> {
  const [first] = command.registeredArguments;
  if (first === undefined) return [];
  if (first.argChoices !== undefined) return wordsOf(first.argChoices);
  if (first.name() === 'jobId')
    return wordsOf((await entriesOf(context)).flatMap(({ jobId }) => jobId ?? []));
  if (command.parent?.name() === 'files') return await remotePaths(context);
  if (command.name() !== 'help') return 'files';
  const commands = command.parent?.commands.map((other) => other.name()) ?? [];
  return wordsOf([...commands.filter((name) => name !== 'help'), ...HELP_TOPICS]);
}

/** Requests from this machine, the newest first, each catalog and job once. */
async function entriesOf(context: CommandContext) {
  const config = await context.config();
  const entries = await openLedgerIn(context, locateStateFolder(context, config)).entries();
  const { env } = context.globals;
  return entries.filter(({ environment }) => env === undefined || environment === env).reverse();
}

async function remotePaths(context: CommandContext): Promise<Candidates> {
  const { listRemoteFiles } = await import('../../shared/remote-files.ts');
  return wordsOf(((await listRemoteFiles(context)) ?? []).map(({ path }) => path));
}
