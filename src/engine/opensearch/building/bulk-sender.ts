import { setTimeout as wait } from 'node:timers/promises';
import { BrctlError } from '../../../base/errors.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { SMILE, SMILE_HEADER, smileName } from '../documents/smile.ts';
import { SmileBytes } from '../documents/smile-bytes.ts';

/** About as much as a request carries: the server works on each with one thread, and a small delta is to keep several busy. */
const BATCH_BYTES = 1 << 20;
/** The first is a quarter of it, so that the server has something to do soon; each further one is twice as large. */
const FIRST_BATCH_BYTES = BATCH_BYTES / 4;
/** The last document may be longer. */
const MORE_ROOM = 1 << 16;
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

/** A document in its request: where it begins, with what is to be done with it before it, and where it ends. */
interface Entry {
  id: string;
  from: number;
  to: number;
}

const { objectBegin, objectEnd, textBegin, textEnd, documentEnd } = SMILE;
/** `{"index":{"_id":"…"}}`, in front of the id and behind it. */
const ACTION_BEGIN = Buffer.concat([
  SMILE_HEADER,
  Buffer.of(objectBegin),
  smileName('index'),
  Buffer.of(objectBegin),
  smileName('_id'),
  Buffer.of(textBegin),
]);
const ACTION_END = Buffer.of(textEnd, objectEnd, objectEnd, documentEnd);

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
  #batchBytes = FIRST_BATCH_BYTES;
  #bytes = new SmileBytes(FIRST_BATCH_BYTES + MORE_ROOM);
  #failure: unknown;

  constructor(cluster: Cluster, index: string, signal: Pick<AbortSignal, 'throwIfAborted'>) {
    this.#cluster = cluster;
    this.#index = index;
    this.#signal = signal;
  }

  /** @param document in SMILE; a copy is taken */
  add(id: string, document: Uint8Array): void {
    const bytes = this.#bytes;
    const from = bytes.length;
    bytes.copy(ACTION_BEGIN);
    bytes.text(id);
    bytes.copy(ACTION_END);
    bytes.copy(document);
    bytes.byte(documentEnd);
    this.#batch.push({ id, from, to: bytes.length });
    this.count++;
  }

  /** Whether a request has to be sent before more is added. */
  get isFull(): boolean {
    return this.#bytes.length >= this.#batchBytes;
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
    const bytes = this.#bytes.view();
    this.#batch = [];
    this.#batchBytes = Math.min(this.#batchBytes * 2, BATCH_BYTES);
    this.#bytes = new SmileBytes(this.#batchBytes + MORE_ROOM);
    const sending = this.#send(batch, bytes)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    if (this.#sending.size >= PARALLEL) await Promise.race(this.#sending);
  }

  async #send(batch: readonly Entry[], bytes: Buffer): Promise<void> {
    let left = batch;
    let smile = bytes;
    for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; left.length > 0; attempt++) {
      if (attempt > 1) await wait(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      const { errors, items = [] } = await this.#cluster.insist<BulkAnswer>(
        {
          method: 'POST',
          path: `/${this.#index}/_bulk`,
          query: { filter_path: 'errors,items.*._id,items.*.status,items.*.error' },
          smile,
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
      smile = Buffer.concat(left.map(({ from, to }) => bytes.subarray(from, to)));
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
