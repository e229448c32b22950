import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../base/errors.ts';
import type { SftpConfig } from '../../client/sftp/connect.ts';
import type { HostKeySource } from '../../client/sftp/host-key.ts';
import { type PrivateKey, readPrivateKey } from '../../client/sftp/private-key.ts';
import { createSftpLink, type ReconnectingSftp } from '../../client/sftp/reconnecting-sftp.ts';
import type { Config } from '../config/config.ts';
import { formatDuration } from '../config/duration.ts';
import { isHostKey } from '../config/find-values.ts';
import { DEFAULT_KNOWN_HOSTS } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';
import { countAttempts } from './caller.ts';

const SSH_PORT = 22;
const DEFAULT_CONNECT_TIMEOUT_MS = 20_000;

/**
 * Runs `work` with the configured SFTP folder; the connection is ended on every way out.
 * @param signal breaks the connection off, where another than that of the run is to do so
 */
export async function withSftp<T>(
  context: CommandContext,
  work: (link: ReconnectingSftp, config: SftpConfig) => Promise<T>,
  signal: AbortSignal = context.signal,
): Promise<T> {
  const sftp = await readSftpConfig(context, await context.config());
  const link = createSftpLink({
    config: sftp,
    signal,
    timing: context,
    onRetry: ({ message }, pauseMs) =>
      context.output.note(`${message}; trying again in ${formatDuration(pauseMs)}`),
  });
  try {
    return await work(link, sftp);
  } finally {
    await link.end();
  }
}

/**
 * The SFTP settings of the environment, its key and known hosts read.
 * @throws BrctlError kind `config` for what is missing or cannot be read
 */
export async function readSftpConfig(context: CommandContext, config: Config): Promise<SftpConfig> {
  const host = config.require('sftpHost');
  const user = config.require('sftpUser');
  const key = await readKey(context, config);
  const agentSocket = context.env.SSH_AUTH_SOCK;
  if (key === undefined && !agentSocket) config.require('sftpKeyFile');
  return {
    host,
    user,
    port: config.integer('sftpPort') ?? SSH_PORT,
    ...(key === undefined ? { agentSocket: agentSocket ?? '' } : { key }),
    hostKeys: await readHostKeys(context, config),
    connectTimeoutMs: config.durationMs('timeout') ?? DEFAULT_CONNECT_TIMEOUT_MS,
    tries: countAttempts(config),
  };
}

async function readKey(context: CommandContext, config: Config): Promise<PrivateKey | undefined> {
  const setting = config.get('sftpKeyFile');
  if (setting === undefined) return undefined;
  const file = path.resolve(context.cwd, setting);
  try {
    return readPrivateKey(await readFile(file, 'latin1'), config.get('sftpPassphrase'), file);
  } catch (cause) {
    if (cause instanceof BrctlError) throw cause;
    throw new BrctlError('the SFTP key cannot be read', {
      kind: 'config',
      code: 'sftp.key_file',
      file,
      why: getMessage(cause),
      hint: `check sftpKeyFile (from ${config.origin('sftpKeyFile')})`,
      cause,
    });
  }
}

/** A missing known_hosts file knows no hosts; so does one below `~` where there is no home folder. */
async function readHostKeys(context: CommandContext, config: Config): Promise<HostKeySource> {
  const setting = config.get('knownHosts') || DEFAULT_KNOWN_HOSTS;
  if (isHostKey(setting)) return { kind: 'pinned', value: setting };
  const file = setting.startsWith('~') ? setting : path.resolve(context.cwd, setting);
  try {
    return { kind: 'known-hosts', text: await readFile(file, 'utf8'), file };
  } catch {
    return { kind: 'known-hosts', text: '', file, isMissing: true };
  }
}
