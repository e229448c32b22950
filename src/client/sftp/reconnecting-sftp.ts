import type { BrctlError } from '../../base/errors.ts';
import { computeBackoffMs, type Timing } from '../api/retry.ts';
import { connectOnce, type SftpConfig, type SftpConnection } from './connect.ts';
import { RemoteFolder } from './remote-folder.ts';
import { isLostConnection } from './sftp-failures.ts';

export interface LinkOptions {
  config: SftpConfig;
  signal: AbortSignal;
  timing: Pick<Timing, 'random' | 'sleep'>;
  onRetry?: (error: BrctlError, pauseMs: number) => void;
}

interface Live {
  connection: SftpConnection;
  folder: RemoteFolder;
}

/** One shared connection, made when needed; where it breaks, work begins again, a bounded number of times. */
export function createSftpLink(options: LinkOptions) {
  let live: Promise<Live> | null = null;

  /**
   * Runs `work`, again after a lost connection: it must be able to start again.
   * @throws what `work` throws; BrctlError kind `temporary` when every try failed
   */
  async function use<T>(work: (folder: RemoteFolder) => Promise<T>): Promise<T> {
    const { config, signal, timing } = options;
    for (let failures = 0; ; ) {
      try {
        return await work((await getLive()).folder);
      } catch (error) {
        signal.throwIfAborted();
        failures++;
        if (!isLostConnection(error) || failures >= config.tries) throw error;
        const pauseMs = computeBackoffMs(failures, timing.random(), undefined);
        options.onRetry?.(error as BrctlError, pauseMs);
        await timing.sleep(pauseMs, signal);
      }
    }
  }

  async function end(): Promise<void> {
    const last = await live?.catch(() => null);
    live = null;
    await last?.connection.end();
  }

  async function getLive(): Promise<Live> {
    const current = live;
    if (current !== null) {
      const made = await current.catch(() => null);
      if (made !== null && !made.folder.isGone) return made;
      made?.connection.drop();
      if (live === current) live = null;
    }
    live ??= connect();
    return await live;
  }

  async function connect(): Promise<Live> {
    const { config, signal } = options;
    const connection = await connectOnce(config, signal);
    return { connection, folder: new RemoteFolder(connection, config) };
  }

  return { use, end };
}

export type ReconnectingSftp = ReturnType<typeof createSftpLink>;
