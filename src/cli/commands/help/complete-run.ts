import type { Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { locateStateFolder, openLedgerIn } from '../../shared/state-backend.ts';
import { FILE_NAMES } from './completion-run.ts';
import { HELP_TOPICS } from './topics.ts';

/** Candidates at a position of a command line: words, file names, or none. */
type Candidates = readonly { word: string; description?: string }[] | 'files';

/** Prints what the last of these words may become, one a line. */
export async function runComplete(
  context: CommandContext,
  program: Command,
  words: readonly string[],
): Promise<void> {
  const line = readLine(program, words);
  const candidates = await listCandidates(context, line);
  const fitting =
    candidates === 'files'
      ? [FILE_NAMES]
      : candidates
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
  const before = joinWords(words).slice(0, -1);
  const values = before.flatMap((word, index) => {
    const [name = '', value] = word.split('=', 2);
    return findOption(program, name)?.long === '--env' ? [value ?? before[index + 1]] : [];
  });
  return values.at(-1);
}

function readLine(program: Command, words: readonly string[]): Line {
  let command = program;
  let option: Option | undefined;
  const line = joinWords(words);
  const last = line.at(-1) ?? '';
  for (const word of line.slice(0, -1)) {
    const isValue = option !== undefined;
    option = isValue || word.includes('=') ? undefined : findValueOption(command, word);
    if (!isValue) command = command.commands.find((below) => below.name() === word) ?? command;
  }
  const [, name, value] = /^(--[^=]+)=(.*)$/.exec(last) ?? [];
  if (name === undefined || value === undefined) return { command, option, current: last, prefix: '' };
  return { command, option: findValueOption(command, name), current: value, prefix: `${name}=` };
}

/** bash gives --option=value as three words. */
function joinWords(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (word !== '=' || index === 0) return [word];
    return index === words.length - 1 ? [''] : [];
  });
}

function findOption(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function findValueOption(command: Command, word: string): Option | undefined {
  const option = findOption(command, word);
  return option?.required || option?.optional ? option : undefined;
}

async function listCandidates(
  context: CommandContext,
  { command, option, current }: Line,
): Promise<Candidates> {
  if (option !== undefined) return await listValues(context, option);
  const help = command.createHelp();
  if (current.startsWith('-'))
    return help.visibleOptions(command).map((option) => ({
      word: option.long ?? option.short ?? '',
      description: help.optionDescription(option),
    }));
  const below = help
    .visibleCommands(command)
    .map((sub) => ({ word: sub.name(), description: sub.summary() }));
  return below.length > 0 ? below : await listOperands(context, command);
}

const toCandidates = (words: readonly string[]) => words.map((word) => ({ word }));

async function listValues(context: CommandContext, { flags, long, argChoices }: Option): Promise<Candidates> {
  if (argChoices !== undefined) return toCandidates(argChoices);
  if (long === '--env' || long === '--vs') return toCandidates((await context.config()).environments);
  if (long === '--catalog') return toCandidates((await listEntries(context)).map(({ catalog }) => catalog));
  if (long === '--sftp') return await listRemotePaths(context);
  return /<.*(file|dir).*>|--sftp-key-file|--known-hosts/.test(flags) ? 'files' : [];
}

async function listOperands(context: CommandContext, command: Command): Promise<Candidates> {
  const [first] = command.registeredArguments;
  if (first === undefined) return [];
  if (first.argChoices !== undefined) return toCandidates(first.argChoices);
  if (first.name() === 'jobId')
    return toCandidates((await listEntries(context)).flatMap(({ jobId }) => jobId ?? []));
  if (command.parent?.name() === 'files') return await listRemotePaths(context);
  if (command.name() !== 'help') return 'files';
  const commands = command.parent?.commands.map((other) => other.name()) ?? [];
  return toCandidates([...commands.filter((name) => name !== 'help'), ...HELP_TOPICS]);
}

/** Requests from this machine, the newest first, each catalog and job once. */
async function listEntries(context: CommandContext) {
  const config = await context.config();
  const entries = await openLedgerIn(context, locateStateFolder(context, config)).entries();
  const { env } = context.globals;
  return entries.filter(({ environment }) => env === undefined || environment === env).reverse();
}

async function listRemotePaths(context: CommandContext): Promise<Candidates> {
  const { listRemoteFiles } = await import('../../shared/remote-files.ts');
  return toCandidates(((await listRemoteFiles(context)) ?? []).map(({ path }) => path));
}
