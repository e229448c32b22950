import path from 'node:path';
import type { EmulatorOptions } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';
import type { ServeFlags } from '../commands/serve.command.ts';
import type { CommandContext } from '../context.ts';
import { parseLoads } from './load-flag.ts';
import { readServeSection } from './serve-section.ts';

/** The HTTP port that the built-in environment `local` expects. */
const DEFAULT_PORT = 4_747;
const DEFAULT_SFTP_PORT = 4_722;

/** What one `brctl serve` starts. */
export interface ServePlan {
  /** One set of options for each environment, at least one. */
  instances: (EmulatorOptions & { environment: string })[];
  /** This serve is what the environment `local` of every brctl on the machine points at. */
  isLocal: boolean;
  /** Nothing is kept after the end. */
  inMemory: boolean;
}

/**
 * Settles flags, the `serve` section of the configuration and defaults, in this order.
 * @throws BrctlError `usage` or `config` for what does not fit together
 */
export async function planServe(context: CommandContext, flags: ServeFlags): Promise<ServePlan> {
  refuseOther(flags);
  const config = await context.config();
  const section = readServeSection(config.serve, config.files);
  const settings = { ...section, ...withoutAbsent(flags) };
  const environments = (settings.environments ?? 'local').split(',').map((name) => name.trim());
  checkEnvironments(environments);
  const defaultDataDir = path.join(context.paths.stateDir, 'serve');
  const dataDir = settings.memory ? undefined : path.resolve(context.cwd, settings.data ?? defaultDataDir);
  const loads = parseLoads(settings.load ?? [], context.cwd);
  const port = settings.port ?? DEFAULT_PORT;
  const sftpPort = settings.sftpPort ?? DEFAULT_SFTP_PORT;
  const instances = environments.map((environment, at) => ({
    environment,
    // Each environment takes the next port; 0 is any free one for each.
    port: port === 0 ? 0 : port + at,
    sftpPort: sftpPort === 0 ? 0 : sftpPort + at,
    load: loads,
    signal: context.signal,
    ...present({
      host: settings.host,
      dataDir,
      maxOperations: settings.maxOperations,
      jobDelayMs: settings.jobDelay,
      loose: settings.loose,
      accounts: section.accounts,
      search: section.search,
      answers: section.answers,
      tls: tlsFiles(settings, context.cwd),
    }),
  }));
  const isLocal = environments.includes('local') && (port === DEFAULT_PORT || dataDir === defaultDataDir);
  return { instances, isLocal, inMemory: dataDir === undefined };
}

function refuseOther(flags: ServeFlags): void {
  if (flags.engine === 'opensearch') {
    throw new BrctlError('the engine opensearch is not there yet', {
      kind: 'usage',
      code: 'serve.engine_not_available',
      hint: 'leave --engine out: the embedded engine needs nothing else',
    });
  }
  if (flags.memory && flags.data !== undefined) {
    throw new BrctlError('--memory and --data exclude each other', { kind: 'usage', code: 'usage.conflict' });
  }
}

function checkEnvironments(names: readonly string[]): void {
  const bad = names.find((name, at) => !/^[\w-]+$/.test(name) || names.indexOf(name) !== at);
  if (bad === undefined) return;
  throw new BrctlError(`${JSON.stringify(bad)} is no name of an environment, or stands there twice`, {
    kind: 'usage',
    code: 'usage.bad_environment',
    hint: 'write it like --environments production,staging',
  });
}

function tlsFiles(
  { tlsCert, tlsKey }: Pick<ServeFlags, 'tlsCert' | 'tlsKey'>,
  cwd: string,
): EmulatorOptions['tls'] | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new BrctlError('--tls-cert and --tls-key go together', {
      kind: 'usage',
      code: 'usage.missing_value',
    });
  }
  return { certFile: path.resolve(cwd, tlsCert), keyFile: path.resolve(cwd, tlsKey) };
}

/** Flags that were given; those that were not must not cover the configuration. */
function withoutAbsent(flags: ServeFlags): Partial<ServeFlags> {
  return present(flags);
}

/** The members that have a value. */
function present<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}
