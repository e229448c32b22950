import { generateQuickBytes } from '../../../base/process/quick-random.ts';

/** Event: a call that ended, a job, a catalog or the clock that changed; `resync` where the reader missed something. */
export interface FeedEvent {
  id: string;
  type: 'new' | 'update' | 'stats' | 'resync';
  data: Readonly<Record<string, unknown>>;
}

export type FeedReader = (events: readonly FeedEvent[]) => void;

/** Events a reader that was away can still get. */
const KEPT_EVENTS = 2_000;
/** Readers are told in batches: at a thousand calls a second one by one would cost more than the calls. */
const BATCH_MS = 100;
const STATS_MS = 1_000;

/** Ids and figures for those who watch, no bodies. Without readers an event costs an entry in a list. */
export class EventFeed {
  readonly #boot = generateQuickBytes(8).toString('hex');
  readonly #readers = new Map<FeedReader, (() => void) | undefined>();
  #kept: FeedEvent[] = [];
  #count = 0;
  #calls = 0;
  #untold = 0;
  #batchTimer: NodeJS.Timeout | undefined;
  #statsTimer: NodeJS.Timeout | undefined;
  #callsTold = 0;

  call(data: FeedEvent['data']): void {
    this.#calls += 1;
    this.#publish('new', { kind: 'request', ...data });
  }

  update(kind: 'job' | 'catalog' | 'clock', data: FeedEvent['data']): void {
    this.#publish('update', { kind, ...data });
  }

  resync(): void {
    this.#publish('resync', {});
  }

  /**
   * @param lastId the last event that the reader saw; it gets those after it, or `resync` where they are gone
   * @param onEnd called when the service stops
   * @returns ends the reading
   */
  read(reader: FeedReader, lastId?: string, onEnd?: () => void): () => void {
    this.#send();
    this.#readers.set(reader, onEnd);
    const missed = lastId === undefined ? [] : this.#listAfter(lastId);
    if (missed.length > 0) reader(missed);
    this.#statsTimer ??= setInterval(() => this.#publishStats(), STATS_MS).unref();
    return () => {
      this.#readers.delete(reader);
      if (this.#readers.size === 0) this.#stopTimers();
    };
  }

  get readers(): number {
    return this.#readers.size;
  }

  close(): void {
    const ends = [...this.#readers.values()];
    this.#readers.clear();
    this.#stopTimers();
    for (const end of ends) end?.();
  }

  #listAfter(lastId: string): FeedEvent[] {
    const index = this.#kept.findIndex(({ id }) => id === lastId);
    if (index >= 0) return this.#kept.slice(index + 1);
    return [{ id: this.#makeId(this.#count), type: 'resync', data: {} }];
  }

  #makeId(count: number): string {
    return `${this.#boot}-${count}`;
  }

  #publish(type: FeedEvent['type'], data: FeedEvent['data']): void {
    this.#count += 1;
    this.#kept.push({ id: this.#makeId(this.#count), type, data });
    // Cut in bulk: shifting a long array on every call would cost more than the call.
    if (this.#kept.length >= 2 * KEPT_EVENTS) {
      this.#send();
      this.#kept = this.#kept.slice(-KEPT_EVENTS);
      this.#untold = this.#kept.length;
    }
    if (this.#readers.size > 0) this.#batchTimer ??= setTimeout(() => this.#send(), BATCH_MS).unref();
  }

  #publishStats(): void {
    if (this.#calls === this.#callsTold) return;
    this.#callsTold = this.#calls;
    this.#publish('stats', { calls: this.#calls });
  }

  #send(): void {
    clearTimeout(this.#batchTimer);
    this.#batchTimer = undefined;
    const batch = this.#kept.slice(this.#untold);
    this.#untold = this.#kept.length;
    if (batch.length > 0) for (const reader of this.#readers.keys()) reader(batch);
  }

  #stopTimers(): void {
    clearTimeout(this.#batchTimer);
    clearInterval(this.#statsTimer);
    this.#batchTimer = undefined;
    this.#statsTimer = undefined;
  }
}
