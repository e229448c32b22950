import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { EmulatorOptions, EngineChoice, Role } from '../../../server/emulator-options.ts';
import { LOCAL_PORTS } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { parseLoads, type ServeFlags } from '../../shared/serve-flags.ts';
import { readServeSection, type ServeSection } from '../../shared/serve-section.ts';
import { usageError } from '../../usage-error.ts';

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
  if (flags.memory && flags.data !== undefined)
    throw usageError('usage.conflict', '--memory and --data cannot be given together');
  const isUsed = (key: string) => !(key in omitUndefined(flags)) && !(key === 'data' && flags.memory);
  const section = await readServeSection(context, isUsed);
  const settings = { ...section, ...omitUndefined(flags) };
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
    engine: await chooseEngine(context, flags),
    signal: context.signal,
    ...readEmulatorSettings(settings, context.cwd),
    ...(!inMemory && { dataDir }),
  };
  // Each environment takes the next port; 0 is any free one for each.
  const countUp = (first: number, count: number) => (first === 0 ? 0 : first + count);
  return {
    role,
    instances: environments.map((environment, index) => ({
      ...shared,
      environment,
      port: countUp(port, index),
      sftpPort: countUp(sftpPort, index),
    })),
    isFound: role !== 'search' && (port === LOCAL_PORTS.http || (!inMemory && dataDir === defaultDataDir)),
    inMemory,
    log: settings.log ?? null,
  };
}

const EMULATED = [
  'host',
  'maxOperations',
  'loose',
  'requireAuthKey',
  'history',
  'indexNoop',
  'malformedPutPercent',
  'accounts',
  'search',
  'answers',
  'merchandising',
] as const;

function readEmulatorSettings(settings: ServeSection, cwd: string): Partial<EmulatorOptions> {
  const values = Object.fromEntries(EMULATED.map((name) => [name, settings[name]]));
  return omitUndefined({ ...values, jobDelayMs: settings.jobDelay, tls: readTlsFiles(settings, cwd) });
}

/** A process that only searches keeps nothing. */
function refuseCatalogs({ load, data, sftpPort }: ServeFlags): void {
  const values = Object.entries({ '--load': load, '--data': data, '--sftp-port': sftpPort });
  const flag = values.find(([, value]) => value !== undefined)?.[0];
  if (flag === undefined) return;
  throw usageError(
    'usage.conflict',
    `${flag} cannot be given with --role search`,
    'give it to a process with --role ingest',
    'a search node stores nothing; it serves the indexes that ingest nodes publish',
  );
}

function checkEnvironments(names: readonly string[]): void {
  const bad = names.find((name, index) => !/^[\w-]+$/.test(name) || names.indexOf(name) !== index);
  if (bad === undefined) return;
  throw usageError(
    'usage.bad_environment',
    `${JSON.stringify(bad)} is not a valid environment name, or is named twice`,
    'write it like --environments production,staging',
  );
}

function readTlsFiles(
  { tlsCert, tlsKey }: Pick<ServeFlags, 'tlsCert' | 'tlsKey'>,
  cwd: string,
): EmulatorOptions['tls'] | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  if (tlsCert === undefined || tlsKey === undefined)
    throw usageError('usage.missing_value', '--tls-cert and --tls-key must be given together');
  return { certFile: path.resolve(cwd, tlsCert), keyFile: path.resolve(cwd, tlsKey) };
}

/**
 * Search engine, from `--engine` and its options. Name and password of the cluster's user come from the environment
 * alone: a command line can be read by everybody on the machine.
 * @throws BrctlError `usage` for what does not fit together, `config` for a file that cannot be read
 */
async function chooseEngine(context: CommandContext, flags: ServeFlags): Promise<EngineChoice> {
  const { engine, engineUrl, engineCa } = flags;
  if (engine === 'embedded') {
    const option =
      engineUrl !== undefined ? '--engine-url' : engineCa !== undefined ? '--engine-ca' : undefined;
    if (option === undefined) return { kind: 'embedded' };
    throw usageError('usage.conflict', `${option} requires --engine opensearch`, 'add --engine opensearch');
  }
  if (engineUrl === undefined) {
    throw usageError(
      'usage.missing_value',
      '--engine opensearch needs the address of a cluster',
      'add --engine-url http://127.0.0.1:9200',
    );
  }
  const urls = engineUrl.split(',').map(readAddress);
  const { BRCTL_ENGINE_USER: user, BRCTL_ENGINE_PASSWORD: password } = context.env;
  if (password !== undefined) context.redactor.add(password);
  const cluster: Extract<EngineChoice, { kind: 'opensearch' }>['cluster'] = {
    urls,
    ...(user !== undefined && user !== '' && { user, password: password ?? '' }),
    ...(engineCa !== undefined && { ca: await readCertificates(path.resolve(context.cwd, engineCa)) }),
  };
  return { kind: 'opensearch', cluster };
}

/** One address, without a slash at its end. Neither a name nor a password in it is ever shown. */
function readAddress(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const subject = text.includes('@') ? 'an address' : JSON.stringify(text);
    throw usageError(
      'usage.bad_value',
      `${subject} of --engine-url is not an http or https address`,
      'write it like --engine-url http://10.0.0.5:9200,http://10.0.0.6:9200',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError(
      'usage.bad_value',
      `--engine-url contains credentials for ${url.host}`,
      'set BRCTL_ENGINE_USER and BRCTL_ENGINE_PASSWORD instead',
    );
  }
  return url.href.replace(/\/+$/, '');
}

async function readCertificates(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BrctlError('the certificate file of --engine-ca cannot be read', {
      kind: 'config',
      code: 'serve.engine_ca',
      file,
      why: getMessage(error),
      hint: 'give a PEM file that you may read',
      cause: error,
    });
  }
}
