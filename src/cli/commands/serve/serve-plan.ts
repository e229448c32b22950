import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import type { EmulatorOptions, Role } from '../../../server/emulator-options.ts';
import { LOCAL_PORTS } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import type { ServeFlags } from '../../shared/serve-flags.ts';
import { parseLoads } from '../../shared/serve-flags.ts';
import { present, readServeSection, type ServeSection } from '../../shared/serve-section.ts';
import { engineChoice } from './engine-flags.ts';

export interface ServePlan {
  role: Role;
  /** One set of options for each environment, at least one. */
  instances: (EmulatorOptions & { environment: string })[];
  /** This serve is what its environments of every brctl on the machine point at, `local` first of all, where the name allows it. */
  isFound: boolean;
  inMemory: boolean;
  /** Null: only what went wrong is told. */
  log: 'json' | 'human' | null;
}

/**
 * Settles flags, the `serve` section of the configuration and defaults, in this order.
 * @throws BrctlError `usage` or `config` for what does not fit together
 */
export async function planServe(context: CommandContext, flags: ServeFlags): Promise<ServePlan> {
  refuseOther(flags);
  const section = await readServeSection(context);
  const settings = { ...section, ...present(flags) };
  const { role = 'all' } = settings;
  if (role === 'search') refuseCatalogs(flags);
  const environments = (settings.environments ?? 'local').split(',').map((name) => name.trim());
  checkEnvironments(environments);
  const defaultDataDir = path.join(context.paths.stateDir, 'serve');
  const inMemory = flags.memory ?? (flags.data === undefined && section.memory === true);
  const dataDir = path.resolve(context.cwd, settings.data ?? defaultDataDir);
  const { port = LOCAL_PORTS.http, sftpPort = LOCAL_PORTS.sftp } = settings;
  const shared = {
    load: flags.load === undefined ? (section.loads ?? []) : parseLoads(flags.load, context.cwd),
    engine: await engineChoice(context, flags),
    signal: context.signal,
    ...emulatorSettings(settings, context.cwd),
    ...(!inMemory && { dataDir }),
  };
  // Each environment takes the next port; 0 is any free one for each.
  const next = (first: number, at: number) => (first === 0 ? 0 : first + at);
  return {
    role,
    instances: environments.map((environment, at) => ({
      ...shared,
      environment,
      port: next(port, at),
      sftpPort: next(sftpPort, at),
    })),
    isFound: role !== 'search' && (port === LOCAL_PORTS.http || (!inMemory && dataDir === defaultDataDir)),
    inMemory,
    log: settings.log ?? null,
  };
}

function emulatorSettings(settings: ServeSection, cwd: string): Partial<EmulatorOptions> {
  const {
    host,
    maxOperations,
    jobDelay: jobDelayMs,
    loose,
    requireAuthKey,
    history,
    indexNoop,
    malformedPutPercent,
    accounts,
    search,
    answers,
    merchandising,
  } = settings;
  return present({
    host,
    maxOperations,
    jobDelayMs,
    loose,
    requireAuthKey,
    history,
    indexNoop,
    malformedPutPercent,
    accounts,
    search,
    answers,
    merchandising,
    tls: tlsFiles(settings, cwd),
  });
}

function refuseOther(flags: ServeFlags): void {
  if (flags.memory && flags.data !== undefined) {
    throw new BrctlError('--memory and --data cannot be given together', {
      kind: 'usage',
      code: 'usage.conflict',
    });
  }
}

/** A process that only searches keeps nothing. */
function refuseCatalogs({ load, data, sftpPort }: ServeFlags): void {
  const flag = load
    ? '--load'
    : data !== undefined
      ? '--data'
      : sftpPort !== undefined
        ? '--sftp-port'
        : null;
  if (flag === null) return;
  throw new BrctlError(`${flag} cannot be given with --role search`, {
    kind: 'usage',
    code: 'usage.conflict',
    why: 'a search node stores nothing; it serves the indexes that ingest nodes publish',
    hint: 'give it to a process with --role ingest',
  });
}

function checkEnvironments(names: readonly string[]): void {
  const bad = names.find((name, at) => !/^[\w-]+$/.test(name) || names.indexOf(name) !== at);
  if (bad === undefined) return;
  throw new BrctlError(`${JSON.stringify(bad)} is not a valid environment name, or is named twice`, {
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
    throw new BrctlError('--tls-cert and --tls-key must be given together', {
      kind: 'usage',
      code: 'usage.missing_value',
    });
  }
  return { certFile: path.resolve(cwd, tlsCert), keyFile: path.resolve(cwd, tlsKey) };
}
