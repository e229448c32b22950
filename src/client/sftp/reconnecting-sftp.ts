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
export class ReconnectingSftp {
  readonly #options: LinkOptions;
  #live: Promise<Live> | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /**
   * Runs `work`, again after a lost connection: it must be able to start again.
   * @throws what `work` throws; BrctlError kind `temporary` when every try failed
   */
  async use<T>(work: (folder: RemoteFolder) => Promise<T>): Promise<T> {
    const { config, signal, timing } = this.#options;
    for (let failures = 0; ; ) {
      try {
        return await work((await this.#connectOnce()).folder);
      } catch (error) {
        signal.throwIfAborted();
        failures++;
        if (!isLostConnection(error) || failures >= config.tries) throw error;
        const pauseMs = computeBackoffMs(failures, timing.random(), undefined);
        this.#options.onRetry?.(error as BrctlError, pauseMs);
        await timing.sleep(pauseMs, signal);
      }
    }
  }

  async end(): Promise<void> {
    const live = await this.#live?.catch(() => null);
    this.#live = null;
    await live?.connection.end();
  }

  async #connectOnce(): Promise<Live> {
    const current = this.#live;
    if (current !== null) {
      const live = await current.catch(() => null);
      if (live !== null && !live.folder.isGone) return live;
      live?.connection.drop();
      if (this.#live === current) this.#live = null;
    }
    this.#live ??= this.#connect();
    return await this.#live;
  }

  async #connect(): Promise<Live> {
    const { config, signal } = this.#options;
    const connection = await connectOnce(config, signal);
    return { connection, folder: new RemoteFolder(connection, config) };
  }
}
