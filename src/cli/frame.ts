import type { Command } from 'commander';
import { LIMITS } from '../protocol/limits.ts';
import { extendCommand, formatCommand } from './command-line.ts';
import type { Config } from './config/config.ts';
import type { ConfigSources } from './config/files.ts';
import { findPaths } from './config/paths.ts';
import { createRedactor } from './config/redactor.ts';
import { listSecrets } from './config/secrets.ts';
import { SETTINGS, type SettingName } from './config/settings.ts';
import type { CommandContext, GlobalOptions, World } from './context.ts';
import type { Io } from './io.ts';
import { createOutput } from './output/output.ts';
import { describeSuperseded } from './supersede.ts';

/** One run of brctl: the world, and what the run came to. */
export interface Frame {
  readonly world: World;
  /** The command line, without the program. */
  readonly argv: readonly string[];
  exitCode: number;
  /** The command that runs, for error texts: `brctl files ls`. */
  commandName: string;
  context: CommandContext | undefined;
  /** Does the run change something outside? Its work then counts even where its result cannot be printed. */
  isActing?: boolean;
  /** A fresh program, for the commands that describe it: help and completion. */
  newProgram(): Command;
}

/** Run of a command, called with operands and options as by commander. Resolves to the exit code, 0 by default. */
type Action<Arguments extends unknown[]> = (
  context: CommandContext,
  ...operands: Arguments
) => Promise<number> | Promise<void>;

/** Flags that the program, not the command, put on each command; only these are settings. */
const settingFlags = new WeakMap<Command, Set<SettingName>>();

/** Notes that a command takes a setting as a flag, so that its value reaches the configuration. */
export function rememberSettingFlag(command: Command, name: SettingName): void {
  const names = settingFlags.get(command) ?? new Set<SettingName>();
  settingFlags.set(command, names.add(name));
}

/**
 * Adapts a command's run to commander's action: it gets the context, the arguments and then the options.
 * @param load loads the run, which no other command needs
 */
export function wrapAction<Arguments extends unknown[]>(
  frame: Frame,
  load: () => Promise<Action<Arguments>>,
): (...all: unknown[]) => Promise<void> {
  return async (...all) => {
    const command = all.at(-1) as Command;
    frame.commandName = nameCommand(command);
    frame.isActing = isActing(command);
    frame.context = createContext(frame, command);
    for (const line of describeSuperseded(command)) frame.context.output.warn(line);
    // A name that is not known is an error also where the command reads no setting.
    if (frame.context.globals.env !== undefined) await frame.context.config();
    const run = await load();
    frame.exitCode = (await run(frame.context, ...(all.slice(0, -1) as Arguments))) ?? 0;
  };
}

/** Commands that change something outside; those behind them only with an operand. */
const ACTING =
  /^brctl (push|submit|index|upload|files rm|serve|init|trust|rollback|state (import|export|unlock)|guards forget|config reset-uid|local reset)$/;
const ACTING_ON_OPERANDS = /^brctl local (snapshot|faults)$/;

function isActing(command: Command): boolean {
  const name = nameCommand(command);
  const { dryRun, list, clear, har } = command.opts();
  if (dryRun || list) return false;
  if (clear || har) return true;
  return ACTING.test(name) || (command.args.length > 0 && ACTING_ON_OPERANDS.test(name));
}

/** `brctl files ls`. */
export function nameCommand(command: Command): string {
  return command.parent === null ? command.name() : `${nameCommand(command.parent)} ${command.name()}`;
}

/** Options given before the command's name count too; those given after it win. */
function readOptions(command: Command): Record<string, unknown> {
  const listGiven = (level: Command) =>
    Object.fromEntries(
      Object.entries(level.opts()).filter(([name]) => level.getOptionValueSource(name) !== 'default'),
    );
  const above = command.parent === null ? {} : readOptions(command.parent);
  return { ...above, ...listGiven(command) };
}

function readGlobals(options: Record<string, unknown>): GlobalOptions {
  return {
    json: options.json === true,
    quiet: options.quiet === true,
    verbosity: typeof options.verbose === 'number' ? options.verbose : 0,
    input: options.input !== false,
    color: options.color !== false,
    maxErrors: typeof options.maxErrors === 'number' ? options.maxErrors : 20,
    ...(typeof options.env === 'string' ? { env: options.env } : {}),
    ...(typeof options.config === 'string' ? { config: options.config } : {}),
  };
}

function readFlags(command: Command, options: Record<string, unknown>): Partial<Record<SettingName, string>> {
  const flags: Partial<Record<SettingName, string>> = {};
  for (const name of settingFlags.get(command) ?? []) {
    const value = options[name === 'environment' ? 'env' : name];
    if (typeof value === 'string') flags[name] = value;
  }
  if (typeof options.env === 'string') flags.environment = options.env;
  return flags;
}

/** Settings and configuration as they are given on a command line. */
function formatWords(flags: Partial<Record<SettingName, string>>, configFile: string | undefined): string[] {
  const { environment, ...others } = flags;
  const settings = Object.entries(others).flatMap(([name, value]) => [
    `--${SETTINGS[name as SettingName].flag}`,
    value,
  ]);
  return [
    ...(environment === undefined ? [] : ['-e', environment]),
    ...(configFile === undefined ? [] : ['--config', configFile]),
    ...settings,
  ];
}

function withoutColor(io: Io): Io {
  return { ...io, stdout: { ...io.stdout, color: false }, stderr: { ...io.stderr, color: false } };
}

/** Loaded when a command asks for it: reading YAML takes longer than starting. */
async function readConfig(sources: ConfigSources): Promise<Config> {
  const read = await import('./config/config.ts');
  return await read.readConfig(sources);
}

/** GitHub sets `true`; people try it with `1`. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}

/** The context of one command run. */
function createContext({ world, argv }: Frame, command: Command): CommandContext {
  const options = readOptions(command);
  const globals = readGlobals(options);
  const redactor = createRedactor(listSecrets(world.env));
  const io = globals.color ? world.io : withoutColor(world.io);
  const paths = findPaths(world);
  const { env, cwd, home, isOwnUser, now, signal } = world;
  const annotations = isSet(env.GITHUB_ACTIONS);
  const output = createOutput(io, { ...globals, annotations, now, signal }, redactor);
  let config: Promise<Config> | undefined;
  const flags = readFlags(command, options);
  const sources = { env, cwd, home, paths, isOwnUser, file: globals.config, redactor };
  return {
    ...world,
    io,
    paths,
    sftpFileBytes: world.sftpFileBytes ?? LIMITS.jsonLinesBytes,
    globals,
    output,
    redactor,
    commandLineWith: (...more) => extendCommand(argv, more),
    commandFor: (environment, ...words) =>
      formatCommand([...words, ...formatWords({ ...flags, environment }, globals.config)]),
    config() {
      config ??= readConfig({ ...sources, flags }).then((read) => {
        for (const warning of read.warnings) output.warn(warning);
        return read;
      });
      return config;
    },
    configOf: (environment, option) => {
      const other = { environment, option };
      return readConfig({ ...sources, flags: {}, other });
    },
  };
}
