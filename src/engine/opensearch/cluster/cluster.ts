import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import { getCurrentCall } from '../../call.ts';
import type { ClusterOptions } from '../../engine.ts';
import { clusterError, isTimeout, isTransient, nullIfStatus } from './cluster-errors.ts';

export interface ClusterRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Begins with a slash; names in it are escaped. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: object;
  /** Lines for `_msearch` and `_bulk`, each with its line end. */
  lines?: string;
  /** How long one answer may take (30 s). */
  timeoutMs?: number;
  /** How often it is tried (9 times, half a minute until a new leader is found); 1 for what must not be repeated. */
  attempts?: number;
}

const TIMEOUT_MS = 30_000;
/** Between two attempts; the pause doubles each time. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const MAX_ATTEMPTS = 9;

/** A cluster through the official client, which is loaded only here. Retries are made here, and nowhere else. */
export class Cluster {
  readonly urls: readonly string[];
  readonly #client: Client;
  readonly #beforeAttempt: (() => Promise<void>) | undefined;

  private constructor(client: Client, urls: readonly string[], beforeAttempt?: () => Promise<void>) {
    this.#client = client;
    this.#beforeAttempt = beforeAttempt;
    this.urls = urls;
  }

  /**
   * Opens connections as they are needed: nothing is asked yet.
   *
   * @param beforeAttempt waited for before each attempt of a call; a rejection gives the call up
   */
  static async open(
    { urls, user, password, ca }: ClusterOptions,
    beforeAttempt?: () => Promise<void>,
  ): Promise<Cluster> {
    const { Client } = await import('@opensearch-project/opensearch');
    const client = new Client({
      nodes: [...urls],
      ...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
      ...(ca !== undefined && { ssl: { ca } }),
      requestTimeout: TIMEOUT_MS,
      maxRetries: 0,
      // Answers are read as they are: names in them are looked up, never merged into other objects.
      disablePrototypePoisoningProtection: true,
    });
    return new Cluster(client, urls, beforeAttempt);
  }

  /**
   * Sends a request; a failed one again, with backoff, while the cluster is busy, looks for a leader or has lost nodes: the next node is
   * asked each time. A timeout is tried once on another node, if there is one: the same node would be as slow.
   *
   * @throws BrctlError `engine.cluster_…`; AbortedError if the caller has left
   */
  async call<Answer>(request: ClusterRequest, what = 'asking the cluster'): Promise<Answer> {
    const { attempts = MAX_ATTEMPTS } = request;
    let pauseMs = FIRST_PAUSE_MS;
    let timeouts = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send<Answer>(request);
      } catch (error) {
        if (error instanceof AbortedError) throw error;
        if (isTimeout(error)) timeouts++;
        const mayTry = attempt < attempts && isTransient(error) && timeouts < Math.min(this.urls.length, 2);
        if (!mayTry || leftMs() <= pauseMs) throw clusterError(error, what, this.urls);
      }
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }

  /** `call` where the answer 404 is no failure but null. */
  async find<Answer>(request: ClusterRequest, what?: string): Promise<Answer | null> {
    return nullIfStatus(404, () => this.call<Answer>(request, what));
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #send<Answer>({ method, path, query, body, lines, timeoutMs }: ClusterRequest): Promise<Answer> {
    const signal = getCurrentCall()?.signal;
    if (signal?.aborted) throw new AbortedError();
    await this.#beforeAttempt?.();
    const sending = this.#client.transport.request(
      {
        method,
        path,
        ...(query !== undefined && { querystring: { ...query } }),
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      { requestTimeout: Math.max(1, Math.min(timeoutMs ?? TIMEOUT_MS, this.#attemptMs())) },
    );
    const abort = () => void sending.abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      return (await sending).body as Answer;
    } catch (error) {
      throw signal?.aborted ? new AbortedError() : error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Half of the time that is left, if another node can be asked in the other half. */
  #attemptMs(): number {
    return this.urls.length > 1 ? leftMs() / 2 : leftMs();
  }
}

/** @throws AbortedError if the caller leaves meanwhile */
export async function pause(ms: number): Promise<void> {
  const signal = getCurrentCall()?.signal;
  await wait(ms, undefined, signal && { signal }).catch(() => {
    throw new AbortedError();
  });
}

function leftMs(): number {
  const call = getCurrentCall();
  return call === undefined ? Number.POSITIVE_INFINITY : call.deadlineMs - performance.now();
}
