import { setTimeout as wait } from 'node:timers/promises';
import { BrctlError } from '../../../errors.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { JsonBytes } from '../documents/json-bytes.ts';

/** About as much as a request carries: the server works on each with one thread, and a small delta is to keep several busy. */
const BATCH_BYTES = 1 << 20;
/** The last document may be longer. */
const BATCH_ROOM = BATCH_BYTES + (1 << 16);
/** Requests under way at once. */
const PARALLEL = 4;
const TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 10;

interface ItemError {
  type: string;
  reason: string;
}

interface BulkAnswer {
  errors: boolean;
  items?: { index: { _id: string; status: number; error?: ItemError } }[];
}

/** A document in its request: where its two lines begin and end. */
interface Entry {
  id: string;
  from: number;
  to: number;
}

const LINE_END = 0x0a;

/**
 * Sends documents in requests of some size, a few at a time: whoever adds more than is taken has to wait. What a busy
 * cluster refuses, or a lost node took with it, is sent again: a document has the same id each time.
 */
export class BulkSender {
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #signal: Pick<AbortSignal, 'throwIfAborted'>;
  readonly #sending = new Set<Promise<void>>();
  /** Documents that have been added. */
  count = 0;
  #batch: Entry[] = [];
  #lines = new JsonBytes(BATCH_ROOM);
  #failure: unknown;

  constructor(cluster: Cluster, index: string, signal: Pick<AbortSignal, 'throwIfAborted'>) {
    this.#cluster = cluster;
    this.#index = index;
    this.#signal = signal;
  }

  /** @param json its text, of which a copy is taken */
  add(id: string, json: Uint8Array): void {
    const lines = this.#lines;
    const from = lines.length;
    lines.text(`{"index":{"_id":"${id}"}}\n`);
    lines.copy(json);
    lines.byte(LINE_END);
    this.#batch.push({ id, from, to: lines.length });
    this.count++;
  }

  /** Whether a request has to be sent before more is added. */
  get isFull(): boolean {
    return this.#lines.length >= BATCH_BYTES;
  }

  /** Sends what has been added; resolves when there is room for more. */
  async room(): Promise<void> {
    await this.#flush();
  }

  /** Resolves when all documents are in the index. */
  async finish(): Promise<void> {
    await this.#flush();
    await Promise.all(this.#sending);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when nothing is under way any more. */
  async abandon(): Promise<void> {
    await Promise.all(this.#sending);
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const batch = this.#batch;
    if (batch.length === 0) return;
    const lines = this.#lines.view();
    this.#batch = [];
    this.#lines = new JsonBytes(BATCH_ROOM);
    const sending = this.#send(batch, lines)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    if (this.#sending.size >= PARALLEL) await Promise.race(this.#sending);
  }

  async #send(batch: readonly Entry[], bytes: Buffer): Promise<void> {
    let left = batch;
    let lines = bytes;
    for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; left.length > 0; attempt++) {
      if (attempt > 1) await wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      const { errors, items = [] } = await this.#cluster.insist<BulkAnswer>(
        {
          method: 'POST',
          path: `/${this.#index}/_bulk`,
          query: { filter_path: 'errors,items.*._id,items.*.status,items.*.error' },
          lines,
          timeoutMs: TIMEOUT_MS,
        },
        'indexing',
        { signal: this.#signal },
      );
      if (!errors) return;
      const again = new Set<string>();
      for (const { index } of items) {
        if (index.error === undefined) continue;
        if (!isPassingStatus(index.status) || attempt === MAX_ATTEMPTS)
          throw refused(index.error, index.status);
        again.add(index._id);
      }
      left = left.filter(({ id }) => again.has(id));
      lines = Buffer.concat(left.map(({ from, to }) => bytes.subarray(from, to)));
    }
  }
}

/** Too busy, a copy of a shard that was lost, or writes that are stopped while the index is copied. */
function isPassingStatus(status: number): boolean {
  return status === 429 || status === 503 || status === 403;
}

function refused({ type, reason }: ItemError, status: number): BrctlError {
  return new BrctlError('The OpenSearch cluster does not take a document', {
    kind: status === 429 ? 'temporary' : 'unexpected',
    code: 'engine.cluster_document',
    why: `${type}: ${reason}`.slice(0, 500),
    hint: 'look at the state of the cluster: brctl doctor',
    status,
  });
}
