import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@opensearch-project/opensearch';
import type { ClusterOptions } from '../../engine.ts';
import { clusterError, isPassing, statusOf } from './cluster-errors.ts';

/** What is sent: JSON, or lines of JSON. */
export interface ClusterRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  /** Begins with a slash; names in it are escaped. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean>>;
  body?: object;
  /** Lines for `_msearch` and `_bulk`, each with its line end. */
  lines?: string;
  /** How long the answer may take (30 s). */
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Between two attempts; the pause doubles each time. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** Attempts of a call that may be repeated: half a minute until a new leader is found. */
const MAX_ATTEMPTS = 9;

/** How often a call is tried, and what ends it before. */
export interface Insistence {
  signal?: Pick<AbortSignal, 'throwIfAborted'>;
  attempts?: number;
}

/** A cluster through the official client, which is loaded only here. */
export class Cluster {
  readonly urls: readonly string[];
  readonly #client: Client;
  readonly #mayAsk: (() => Promise<void>) | undefined;

  private constructor(client: Client, urls: readonly string[], mayAsk?: () => Promise<void>) {
    this.#client = client;
    this.#mayAsk = mayAsk;
    this.urls = urls;
  }

  /**
   * Opens connections as they are needed: nothing is asked yet.
   *
   * @param mayAsk waited for before each attempt of a call; a rejection gives the call up
   */
  static async open(
    { urls, user, password, ca }: ClusterOptions,
    mayAsk?: () => Promise<void>,
  ): Promise<Cluster> {
    const { Client } = await import('@opensearch-project/opensearch');
    const client = new Client({
      nodes: [...urls],
      ...(user !== undefined && { auth: { username: user, password: password ?? '' } }),
      ...(ca !== undefined && { ssl: { ca } }),
      requestTimeout: TIMEOUT_MS,
      maxRetries: Math.max(2, urls.length),
      // Answers are read as they are: names in them are looked up, never merged into other objects.
      disablePrototypePoisoningProtection: true,
    });
    return new Cluster(client, urls, mayAsk);
  }

  /**
   * One call; a node that does not answer is passed over for the next.
   *
   * @throws BrctlError `engine.cluster_…`
   */
  async call<Answer>(request: ClusterRequest, what = 'asking the cluster'): Promise<Answer> {
    try {
      return await this.#send<Answer>(request);
    } catch (error) {
      throw clusterError(error, what, this.urls);
    }
  }

  /** `call` where the answer 404 is no failure but null. */
  async find<Answer>(request: ClusterRequest, what = 'asking the cluster'): Promise<Answer | null> {
    try {
      return await this.#send<Answer>(request);
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw clusterError(error, what, this.urls);
    }
  }

  /** `call` that is tried again, with growing pauses, while the cluster is busy, looks for a leader or has lost nodes. For calls that do no harm when repeated. */
  async insist<Answer>(
    request: ClusterRequest,
    what: string,
    { signal, attempts = MAX_ATTEMPTS }: Insistence = {},
  ): Promise<Answer> {
    for (
      let attempt = 1, pauseMs = FIRST_PAUSE_MS;
      ;
      attempt++, pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
    ) {
      signal?.throwIfAborted();
      try {
        return await this.#send<Answer>(request);
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw clusterError(error, what, this.urls);
      }
      await wait(pauseMs);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #send<Answer>({ method, path, query, body, lines, timeoutMs }: ClusterRequest): Promise<Answer> {
    await this.#mayAsk?.();
    const { body: answer } = await this.#client.transport.request(
      {
        method,
        path,
        ...(query !== undefined && { querystring: { ...query } }),
        ...(body !== undefined && { body }),
        ...(lines !== undefined && { bulkBody: lines }),
      },
      {
        ...(timeoutMs !== undefined && { requestTimeout: timeoutMs }),
      },
    );
    return answer as Answer;
  }
}
