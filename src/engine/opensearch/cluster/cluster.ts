import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import { AbortedError } from '../../../base/process/abort-flag.ts';
import { getCurrentCall, runWithinTime } from '../../call.ts';
import type { ClusterOptions } from '../../engine.ts';
import { memoizeAsync } from '../../memoize.ts';
import { type Clock, STEADY_CLOCK } from './clock.ts';
import { clusterError, isTimeout, isTransient, nullIfStatus, timeoutError } from './cluster-errors.ts';

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
  readonly #clock: Clock;
  readonly #beforeAttempt: (() => Promise<void>) | undefined;
  readonly #open: () => Promise<Client>;
  #client: Client | undefined;

  /**
   * Opens connections as they are needed.
   *
   * @param beforeAttempt waited for before each attempt of a call; a rejection gives the call up
   */
  constructor(
    { urls, user, password, ca }: ClusterOptions,
    { clock = STEADY_CLOCK, beforeAttempt }: { clock?: Clock; beforeAttempt?: () => Promise<void> } = {},
  ) {
    this.urls = urls;
    this.#clock = clock;
    this.#beforeAttempt = beforeAttempt;
    this.#open = memoizeAsync(async () => {
      const { Client } = await import('@opensearch-project/opensearch');
      this.#client = new Client({
        nodes: [...urls],
        ...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
        ...(ca !== undefined && { ssl: { ca } }),
        requestTimeout: TIMEOUT_MS,
        maxRetries: 0,
        // Answers are read as they are: names in them are looked up, never merged into other objects.
        disablePrototypePoisoningProtection: true,
      });
      return this.#client;
    });
  }

  /**
   * Sends a request; a failed one again, with backoff, while the cluster is busy, looks for a leader or has lost nodes: the next node is
   * asked each time. A timeout is tried once on another node, if there is one: the same node would be as slow.
   *
   * @throws BrctlError `engine.cluster_…`; AbortedError if the caller has left
   */
  async call<Answer>(request: ClusterRequest, what = 'asking the cluster'): Promise<Answer> {
    return this.retry(what, () => this.send<Answer>(request), request.attempts);
  }

  /** Has something done by `send`, as often as `call` does. */
  async retry<Result>(what: string, attempt: () => Promise<Result>, attempts: number = MAX_ATTEMPTS) {
    let pauseMs = FIRST_PAUSE_MS;
    let timeouts = 0;
    for (let made = 1; ; made++) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof AbortedError) throw error;
        if (isTimeout(error)) timeouts++;
        const mayTry = made < attempts && isTransient(error) && timeouts < Math.min(this.urls.length, 2);
        if (!mayTry || getLeftMs() <= pauseMs) throw clusterError(error, what, this.urls);
      }
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
    }
  }

  /** `call` where the answer 404 is no failure but null. */
  async find<Answer>(request: ClusterRequest, what?: string): Promise<Answer | null> {
    return nullIfStatus(404, () => this.call<Answer>(request, what));
  }

  async hasIndex(name: string): Promise<boolean> {
    const query = { filter_path: '*.settings.index.uuid' };
    return (await this.find({ method: 'GET', path: `/${name}`, query }, 'looking for an index')) !== null;
  }

  /** Makes an index. That it is there is no failure: an answer may be lost on its way, and another process be faster. */
  async makeIndex(name: string, body: object): Promise<void> {
    try {
      await this.call({ method: 'PUT', path: `/${name}`, body }, 'making an index');
    } catch (error) {
      if (!(await this.hasIndex(name).catch(() => false))) throw error;
    }
  }

  /**
   * Gives work one deadline for all that it asks and waits for; what is under way then is cancelled.
   *
   * @throws BrctlError `engine.cluster_unreachable`
   */
  async within<Result>(ms: number, what: string, work: () => Promise<Result>): Promise<Result> {
    const ended = new AbortController();
    const late = this.#clock.wait(ms, ended.signal).then(() => {
      throw clusterError(timeoutError(ms), what, this.urls);
    });
    late.catch(() => undefined);
    return runWithinTime(ms, () => Promise.race([work(), late])).finally(() => ended.abort());
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }

  /** One attempt. */
  async send<Answer>(request: ClusterRequest): Promise<Answer> {
    const { method, path, query, body, lines, timeoutMs = TIMEOUT_MS, attempts } = request;
    // Another node can be asked in the other half of the time that is left.
    const attemptMs = this.urls.length > 1 && attempts !== 1 ? getLeftMs() / 2 : getLeftMs();
    const signal = getCurrentCall()?.signal;
    if (signal?.aborted) throw new AbortedError();
    await this.#beforeAttempt?.();
    const client = await this.#open();
    const sending = client.transport.request(
      {
        method,
        path,
        ...(query !== undefined && { querystring: { ...query } }),
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      { requestTimeout: Math.max(1, Math.min(timeoutMs, attemptMs)) },
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
}

/** @throws AbortedError if the caller leaves meanwhile */
async function pause(ms: number): Promise<void> {
  const signal = getCurrentCall()?.signal;
  await wait(ms, undefined, signal && { signal }).catch(() => {
    throw new AbortedError();
  });
}

function getLeftMs(): number {
  const call = getCurrentCall();
  return call === undefined ? Number.POSITIVE_INFINITY : call.deadlineMs - performance.now();
}
