import { Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../protocol/limits.ts';
import { parseDuration } from './config/duration.ts';
import { SETTINGS, type SettingName } from './config/settings.ts';
import { rememberSettingFlag } from './frame.ts';

/** Heading of the commands that most users need; each has a line in `brctl --help`. */
export const MAIN_COMMANDS = 'Main commands:';
/** Headings of the options that most commands share. */
export const COMMON_OPTIONS = 'Common options:';
export const GLOBAL_OPTIONS = 'Global options:';
export const CONNECTION_OPTIONS = 'Connection options:';
/** Headings of options that belong to one command and that few users need. */
export const DELIVERY_OPTIONS = 'Delivery options:';
export const FEED_OPTIONS = 'Feed options:';
export const MORE_OPTIONS = 'More options:';

/** Only --help-all prints the options below these headings. */
export const RARE_OPTIONS: ReadonlySet<string> = new Set([
  DELIVERY_OPTIONS,
  FEED_OPTIONS,
  MORE_OPTIONS,
  CONNECTION_OPTIONS,
  GLOBAL_OPTIONS,
]);

export function readWholeNumber(min: number, max = Number.POSITIVE_INFINITY): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < min || number > max) {
      const bound = Number.isFinite(max) ? ` to ${max}` : '';
      throw new InvalidArgumentError(`It must be a whole number from ${min}${bound}.`);
    }
    return number;
  };
}

export function readDuration(text: string): number {
  try {
    return parseDuration(text, 'it');
  } catch {
    throw new InvalidArgumentError('It must be a duration such as 500ms, 30s, 5m or 1h30m.');
  }
}

export function collectValues(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Commands that have options with a few words to choose from. */
export class ChoiceCommand extends Command {
  choice(flags: string, description: string, choices: readonly string[], byDefault?: string): this {
    return this.addOption(new Option(flags, description).choices(choices).default(byDefault));
  }
}

/** Treatments of products that the new catalog lacks. */
export const MISSING_POLICIES = ['unavailable', 'remove', 'ignore'];

export function createMaxOpsOption(): Option {
  return new Option('--max-ops <n>', 'maximum operations per job')
    .argParser(readWholeNumber(1))
    .default(LIMITS.operationsPerJob);
}

export function createLockTimeoutOption(): Option {
  const description = 'wait this long for the lock of another push';
  return new Option('--lock-timeout <duration>', description).argParser(readDuration);
}

/** @param product what a `.gz` name compresses: `delta`; undefined for what is never compressed */
export function createOutputOption(product?: string): Option {
  const gzip = product === undefined ? '' : '; a .gz name is compressed';
  const description = `write the ${product ?? 'result'} to this file, in full or not at all${gzip}`;
  return new Option('-o, --output <file>', description);
}

function createGlobalOptions(): Option[] {
  return [
    new Option('-e, --env <name>', 'local, staging, production or a configured environment').helpGroup(
      COMMON_OPTIONS,
    ),
    new Option('--json', 'print the result as JSON').helpGroup(COMMON_OPTIONS),
    new Option('--help-all', 'print every option').helpGroup(COMMON_OPTIONS),
    new Option('--config <file>', 'configuration file to use instead of the nearest .brctlrc'),
    new Option('-q, --quiet', 'print only warnings and errors to stderr'),
    new Option('-v, --verbose', 'log each request to stderr; -vv also its headers, keys masked').argParser(
      (_value, before: number | undefined) => (before ?? 0) + 1,
    ),
    new Option('--no-input', 'never prompt'),
    new Option('--no-color', 'print without colour'),
    new Option('--max-errors <n>', 'maximum problems to show per input')
      .argParser(readWholeNumber(1))
      .default(20),
  ];
}

function has(command: Command, option: Option): boolean {
  return command.options.some(({ long }) => long === option.long);
}

export function addGlobalOptions(command: Command): void {
  for (const option of createGlobalOptions()) {
    if (has(command, option)) continue;
    const clash = command.options.some(({ short }) => short !== undefined && short === option.short);
    const fitting = clash ? new Option(option.flags.replace(/^-\w, /, ''), option.description) : option;
    command.addOption(fitting.helpGroup(option.helpGroupHeading ?? GLOBAL_OPTIONS));
  }
}

/** The settings that every call of an area needs. */
const CALL = ['accountId', 'timeout', 'maxRetries'] as const;
const CATALOG_CALL = [...CALL, 'catalog', 'catalogUrl'] as const;
const SEARCH_CALL = [...CALL, 'catalog', 'searchUrl', 'viewId'] as const;
const SFTP = [
  'sftpHost',
  'sftpPort',
  'sftpUser',
  'sftpKeyFile',
  'knownHosts',
  'timeout',
  'maxRetries',
] as const;

/** The settings that help shows with a command; one that is not named here shows them all. */
const SETTINGS_OF: Readonly<Record<string, readonly SettingName[]>> = {
  upload: [...SFTP, 'catalog'],
  files: SFTP,
  local: ['catalog', 'catalogUrl'],
  submit: CATALOG_CALL,
  status: CATALOG_CALL,
  index: CATALOG_CALL,
  search: SEARCH_CALL,
  category: SEARCH_CALL,
  explain: [...SEARCH_CALL, 'catalogUrl'],
  bisect: ['catalog', 'catalogUrl', 'viewId'],
  content: SEARCH_CALL,
  widget: [...CALL, 'widgetUrl'],
  recs: [...CALL, 'catalog', 'pathwaysUrl', 'viewId'],
  suggest: [...CALL, 'catalog', 'suggestUrl', 'viewId'],
};

/**
 * Adds a flag for each setting, to commands that talk to the service. All are taken everywhere, so that one set of
 * flags serves a whole script; help shows those that the command reads.
 */
export function addSettingOptions(command: Command, topLevelName: string): void {
  const settings = SETTINGS_OF[topLevelName];
  for (const [name, { flag, help }] of Object.entries(SETTINGS)) {
    if (name === 'environment') continue;
    const option = new Option(`--${flag} <value>`, help).helpGroup(CONNECTION_OPTIONS);
    if (has(command, option)) continue;
    command.addOption(option.hideHelp(settings !== undefined && !settings.includes(name as SettingName)));
    rememberSettingFlag(command, name as SettingName);
  }
}

const DEFAULT_WAIT_MS = 30 * 60_000;

export function addWaitOptions(command: Command, waits: 'always' | 'on-demand' = 'on-demand'): Command {
  command.optionsGroup('Waiting:');
  if (waits === 'on-demand') command.option('--wait', 'wait for the job to end');
  return command
    .addOption(
      new Option('--timeout <duration>', 'stop waiting after this time; the jobs continue')
        .argParser(readDuration)
        .default(DEFAULT_WAIT_MS, '30m'),
    )
    .addOption(
      new Option('--poll <duration>', 'time between two status checks (default: 1s, growing to 15s)')
        .argParser(readDuration)
        .helpGroup(DELIVERY_OPTIONS),
    );
}
