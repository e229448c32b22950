import { BrctlError } from '../../../base/errors.ts';
import type { Cluster } from '../cluster/cluster.ts';

/** About as much as a request carries: the server works on each with one thread, and a small delta is to keep several busy. */
const BATCH_CHARACTERS = 1 << 20;
/** The first is a quarter of it, so that the server has something to do soon; each further one is twice as large. */
const FIRST_BATCH_CHARACTERS = BATCH_CHARACTERS / 4;
const PARALLEL = 4;
const TIMEOUT_MS = 120_000;
/** Half a minute, in which a copy is made. */
const MAX_ATTEMPTS = 12;

interface Item {
  _id: string;
  status: number;
  error?: { type: string; reason: string };
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
    this.#add(id, `${this.#formatAction('index', id)}${document}\n`);
    this.count++;
  }

  remove(id: string): void {
    this.#add(id, this.#formatAction('delete', id));
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

  #formatAction(action: 'index' | 'delete', _id: string): string {
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
    const send = async () => {
      const { errors, items = [] } = await cluster.send<BulkAnswer>({
        method: 'POST',
        path: `/${index}/_bulk`,
        query: { filter_path: 'errors,items.*._id,items.*.status,items.*.error' },
        lines: left.map(({ lines }) => lines).join(''),
        timeoutMs: TIMEOUT_MS,
      });
      if (!errors) return;
      const refused = items
        .map((item) => ('index' in item ? item.index : item.delete))
        .filter(({ error }) => error !== undefined);
      const ids = new Set(refused.map(({ _id }) => _id));
      left = left.filter(({ id }) => ids.has(id));
      const [first] = refused.sort((a, b) => Number(isTransient(a)) - Number(isTransient(b)));
      if (first !== undefined) throw refusedError(first);
    };
    await cluster.retry('indexing', send, MAX_ATTEMPTS);
  }
}

/** Too busy, a copy of a shard that was lost, or writes that are stopped while the index is copied. */
function isTransient({ status }: Item): boolean {
  return status === 429 || status === 503 || status === 403;
}

function refusedError(item: Item): BrctlError {
  const { status, error: { type, reason } = { type: 'unknown', reason: 'no reason given' } } = item;
  return new BrctlError('the OpenSearch cluster rejected a document', {
    kind: status === 429 ? 'temporary' : 'unexpected',
    code: 'engine.cluster_document',
    why: `${type}: ${reason}`.slice(0, 500),
    hint: 'look at the state of the cluster: brctl doctor',
    status,
    retryable: isTransient(item),
  });
}
