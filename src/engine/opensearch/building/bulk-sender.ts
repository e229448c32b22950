import { BrctlError } from '../../../base/errors.ts';
import { type Cluster, pause } from '../cluster/cluster.ts';

/** About as much as a request carries: the server works on each with one thread, and a small delta is to keep several busy. */
const BATCH_CHARACTERS = 1 << 20;
/** The first is a quarter of it, so that the server has something to do soon; each further one is twice as large. */
const FIRST_BATCH_CHARACTERS = BATCH_CHARACTERS / 4;
const PARALLEL = 4;
const TIMEOUT_MS = 120_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const MAX_ATTEMPTS = 10;

interface ItemError {
  type: string;
  reason: string;
}

interface Item {
  _id: string;
  status: number;
  error?: ItemError;
}

interface BulkAnswer {
  errors: boolean;
  items?: ({ index: Item } | { delete: Item })[];
}

interface Entry {
  id: string;
  lines: string;
}

export interface BulkSenderOptions {
  cluster: Cluster;
  index: string;
  /** Fencing number of the run: what a run with a greater one has written stays as it is. */
  stamp: number;
}

/**
 * Sends documents in bulk requests, a few at a time, with back-pressure. Retries what a busy cluster rejects;
 * ids make this idempotent.
 */
export class BulkSender {
  readonly #options: BulkSenderOptions;
  readonly #sending = new Set<Promise<void>>();
  count = 0;
  #batch: Entry[] = [];
  #characters = 0;
  #batchCharacters = FIRST_BATCH_CHARACTERS;
  #failure: unknown;

  constructor(options: BulkSenderOptions) {
    this.#options = options;
  }

  add(id: string, document: string): void {
    this.#add(id, `${this.#action('index', id)}${document}\n`);
    this.count++;
  }

  remove(id: string): void {
    this.#add(id, this.#action('delete', id));
  }

  /** Sends what has been added once it is enough; resolves when there is room for more. */
  async room(): Promise<void> {
    if (this.#characters >= this.#batchCharacters) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await Promise.all(this.#sending);
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when nothing is under way any more. */
  async abandon(): Promise<void> {
    await Promise.all(this.#sending);
  }

  #action(action: 'index' | 'delete', _id: string): string {
    const { stamp: version } = this.#options;
    return `${JSON.stringify({ [action]: { _id, version, version_type: 'external_gte' } })}\n`;
  }

  #add(id: string, lines: string): void {
    this.#batch.push({ id, lines });
    this.#characters += lines.length;
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#characters = 0;
    this.#batchCharacters = Math.min(this.#batchCharacters * 2, BATCH_CHARACTERS);
    const sending = this.#send(batch)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    if (this.#sending.size >= PARALLEL) await Promise.race(this.#sending);
  }

  async #send(batch: readonly Entry[]): Promise<void> {
    const { cluster, index } = this.#options;
    let left = batch;
    for (let attempt = 1, pauseMs = FIRST_PAUSE_MS; left.length > 0; attempt++) {
      if (attempt > 1) await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      const { errors, items = [] } = await cluster.call<BulkAnswer>(
        {
          method: 'POST',
          path: `/${index}/_bulk`,
          query: { filter_path: 'errors,items.*._id,items.*.status,items.*.error' },
          lines: left.map(({ lines }) => lines).join(''),
          timeoutMs: TIMEOUT_MS,
        },
        'indexing',
      );
      if (!errors) return;
      const again = new Set<string>();
      for (const item of items) {
        const { _id, status, error } = 'index' in item ? item.index : item.delete;
        if (error === undefined) continue;
        if (!isPassingStatus(status) || attempt === MAX_ATTEMPTS) throw refused(error, status);
        again.add(_id);
      }
      left = left.filter(({ id }) => again.has(id));
    }
  }
}

/** Too busy, a copy of a shard that was lost, or writes that are stopped while the index is copied. */
function isPassingStatus(status: number): boolean {
  return status === 429 || status === 503 || status === 403;
}

function refused({ type, reason }: ItemError, status: number): BrctlError {
  return new BrctlError('The OpenSearch cluster rejected a document', {
    kind: status === 429 ? 'temporary' : 'unexpected',
    code: 'engine.cluster_document',
    why: `${type}: ${reason}`.slice(0, 500),
    hint: 'look at the state of the cluster: brctl doctor',
    status,
  });
}
