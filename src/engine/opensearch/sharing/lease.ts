import { BrctlError } from '../../../base/errors.ts';
import { toStamp } from '../cluster/index-state.ts';
import {
  type ControlBody,
  type ControlDocument,
  type ControlDocuments,
  type DocumentVersion,
  isSamePlace,
} from './control-documents.ts';
import { LeaseGate } from './write-gate.ts';

/** Times of a lease, and how it tells and waits; all in milliseconds. */
export interface LeaseTimes {
  /** So long nobody else takes a lease that is not renewed. */
  lastsMs: number;
  /** A time that only ascends; of this process alone, clocks of machines are never compared. */
  nowMs(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Who writes, in words for people, and as an id that no other process has. */
export interface LeaseHolder {
  id: string;
  name: string;
  /** Only one process at a time can be here: its data folder on this machine, which it has locked. */
  place: string;
}

/** Part of the time for which a lease lasts that is left to writes under way, when no more are begun. */
const MARGIN = 0.25;
/** How often somebody who waits looks whether a lease is renewed. */
const LOOKS = 5;
/** How many lease times a confirmation waits for a cluster that does not answer. */
const MAX_CONFIRM_LEASES = 6;

/**
 * Write lease of one catalog, stored with compare-and-set. The holder renews it. A contender waits one lease
 * time by its own clock and takes it if it was not renewed; each takeover increments the term (fencing
 * token).
 */
export class Lease {
  readonly #documents: ControlDocuments;
  readonly #scope: string;
  readonly #catalog: string;
  readonly #holder: LeaseHolder;
  readonly #times: LeaseTimes;
  /** Open while something may be written; for other threads. */
  readonly gate = new LeaseGate();
  readonly #lostSignal = new AbortController();
  #place: DocumentVersion | null = null;
  #term = 0;
  #runs = 0;
  #renewedAtMs = 0;

  constructor(
    documents: ControlDocuments,
    scope: string,
    catalog: string,
    holder: LeaseHolder,
    times: LeaseTimes,
  ) {
    this.#documents = documents;
    this.#scope = scope;
    this.#catalog = catalog;
    this.#holder = holder;
    this.#times = times;
  }

  /** Ascends with every holder. */
  get term(): number {
    return this.#term;
  }

  get isHeld(): boolean {
    return this.#place !== null && !this.#isLost;
  }

  /** Aborted once another process has taken over, with the error that tells it. */
  get lost(): AbortSignal {
    return this.#lostSignal.signal;
  }

  /**
   * Takes the lease, at the latest once it has run out.
   *
   * @throws BrctlError `engine.written_elsewhere` where another process renews it
   */
  async take(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const found = await this.#documents.get(this.#id);
      const { holder, term } = readLease(found?.body);
      // The process that held it here has ended.
      if (found !== null && holder !== null && holder.place !== this.#holder.place)
        await this.#untilRunOut(found.place, holder, signal);
      if (await this.#write(term + 1, found?.place ?? null)) return;
    }
  }

  async isFree(): Promise<boolean> {
    const { holder } = readLease((await this.#documents.get(this.#id))?.body);
    return holder === null || holder.place === this.#holder.place;
  }

  /** Fencing number of the next index run under this lease. */
  nextStamp(): number {
    return toStamp(this.#term, ++this.#runs);
  }

  /**
   * Says once more that this process writes.
   *
   * @throws BrctlError `engine.lease_lost` where another has taken over; what the client throws where nobody could be asked
   */
  async renew(): Promise<void> {
    if (this.#place === null || this.#isLost) throw this.#lost();
    if (await this.#write(this.#term, this.#place)) return;
    // Also where the answer to our own last write has been lost on its way.
    const found = await this.#documents.get(this.#id);
    const { holder, term } = readLease(found?.body);
    const isOurs = found !== null && holder?.id === this.#holder.id && term === this.#term;
    if (isOurs && (await this.#write(term, found.place))) return;
    this.#lose();
    throw this.#lost();
  }

  /**
   * Resolves when something may be written now; waits a minute where nobody knows.
   *
   * @throws BrctlError `engine.lease_lost` where another process has taken over; what the client throws where nobody could be asked
   */
  async confirm(): Promise<void> {
    const { nowMs, wait, lastsMs } = this.#times;
    const untilMs = nowMs() + MAX_CONFIRM_LEASES * lastsMs;
    while (!this.#isFresh()) {
      if (this.#isLost) throw this.#lost();
      try {
        await this.renew();
      } catch (error) {
        if (this.#isLost || nowMs() >= untilMs) throw error;
        await wait(lastsMs / LOOKS);
      }
    }
  }

  /**
   * Updates a document under a lease. The lease term is the fencing token: late writes of a former holder fail.
   * @param next its new body, made from what is there; null leaves out what is not there
   * @throws BrctlError `engine.lease_lost`
   */
  async change(id: string, next: (found: ControlDocument | null) => ControlBody | null): Promise<void> {
    for (;;) {
      await this.confirm();
      const found = await this.#documents.get(id);
      const { term = 0 } = (found?.body ?? {}) as { term?: number };
      // Throws, as the lease is lost.
      if (term > this.#term) await this.renew();
      const body = next(found);
      if (body === null) return;
      const written = await this.#documents.put(id, { ...body, term: this.#term }, found?.place ?? null);
      if (written !== null) return;
    }
  }

  /** Lets others write at once. */
  release(): Promise<void> {
    return this.#giveUp((place) => this.#documents.put(this.#id, this.#body(null, this.#term), place));
  }

  /** Gives up a lease that nobody will ask for again. */
  remove(): Promise<void> {
    return this.#giveUp((place) => this.#documents.remove(this.#id, place));
  }

  async #giveUp(tell: (place: DocumentVersion) => Promise<unknown>): Promise<void> {
    if (this.#place === null || this.#isLost) return;
    this.#lose();
    await tell(this.#place);
  }

  get #freshMs(): number {
    return this.#times.lastsMs * (1 - MARGIN);
  }

  get #id(): string {
    return `lease ${this.#scope} ${this.#catalog}`;
  }

  #body(holder: LeaseHolder | null, term: number): ControlBody {
    return { kind: 'lease', scope: this.#scope, catalog: this.#catalog, holder, term };
  }

  get #isLost(): boolean {
    return this.#lostSignal.signal.aborted;
  }

  #lose(): void {
    this.gate.openUntil(0);
    this.#lostSignal.abort(this.#lost());
  }

  #isFresh(): boolean {
    const { nowMs } = this.#times;
    return this.isHeld && nowMs() - this.#renewedAtMs < this.#freshMs;
  }

  async #write(term: number, expected: DocumentVersion | null): Promise<boolean> {
    // The time before the request: others count from its arrival, which is later.
    const sentAtMs = this.#times.nowMs();
    const place = await this.#documents.put(this.#id, this.#body(this.#holder, term), expected);
    if (place === null) return false;
    this.#place = place;
    this.#term = term;
    this.#renewedAtMs = sentAtMs;
    this.gate.openUntil(sentAtMs + this.#freshMs);
    return true;
  }

  async #untilRunOut(seen: DocumentVersion, { name }: LeaseHolder, signal?: AbortSignal): Promise<void> {
    const { lastsMs, wait } = this.#times;
    for (let look = 0; look < LOOKS; look++) {
      await wait(lastsMs / LOOKS, signal);
      const found = await this.#documents.get(this.#id);
      if (found === null || readLease(found.body).holder === null) return;
      if (!isSamePlace(found.place, seen)) throw this.#writtenElsewhere(name);
    }
  }

  #writtenElsewhere(name: string): BrctlError {
    return new BrctlError(`another process holds the write lease of catalog "${this.#catalog}": ${name}`, {
      kind: 'locked',
      code: 'engine.written_elsewhere',
      why: 'each catalog of a cluster has one writer',
      hint: 'send its loads there, or stop that process first',
    });
  }

  #lost(): BrctlError {
    return new BrctlError(`another process has taken over catalog "${this.#catalog}"`, {
      kind: 'locked',
      code: 'engine.lease_lost',
      why: `this process did not renew its lease for ${this.#times.lastsMs / 1000} s, or was told to stop`,
      hint: 'send its loads to the process that writes it now',
    });
  }
}

function readLease(body: Readonly<ControlBody> | undefined): {
  holder: LeaseHolder | null;
  term: number;
} {
  const { holder = null, term = 0 } = (body ?? {}) as {
    holder?: LeaseHolder | null;
    term?: number;
  };
  return { holder, term };
}
