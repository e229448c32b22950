import { BrctlError } from '../../../base/errors.ts';
import { runForAll } from '../../call.ts';
import { type Clock, STEADY_CLOCK } from '../cluster/clock.ts';
import { toStamp } from '../cluster/index-state.ts';
import {
  type ControlBody,
  type ControlDocument,
  type ControlDocuments,
  type DocumentVersion,
  isSamePlace,
} from './control-documents.ts';

/** Who writes, in words for people, and as an id that no other process has. */
export interface LeaseHolder {
  id: string;
  name: string;
  /** Only one process at a time can be here: its data folder on this machine, which it has locked. */
  place: string;
}

/** A process that takes leases in an environment of a cluster. */
export interface Contender {
  documents: ControlDocuments;
  scope: string;
  holder: LeaseHolder;
  clock: Clock;
  /** How long nobody else takes a lease that is not renewed. */
  leaseMs: number;
}

/** Part of the time for which a lease lasts that is left to writes under way, when no more are begun. */
const MARGIN = 0.25;
const RENEWALS_PER_LEASE = 4;
/** How often a contender checks in one lease time whether the holder has renewed. */
const CHECKS_PER_LEASE = 5;
/** How many lease times a confirmation waits for a cluster that does not answer. */
const MAX_CONFIRM_LEASES = 6;

/**
 * Write lease of one catalog, stored with compare-and-set. The holder renews it. A contender waits one lease
 * time by its own clock and takes it if it was not renewed; each takeover increments the term (fencing
 * token).
 */
export class Lease {
  /** Open while something may be written; for other threads. */
  readonly gate: LeaseGate;
  readonly #contender: Contender;
  readonly #catalog: string;
  readonly #lostSignal = new AbortController();
  #place: DocumentVersion | null = null;
  #term = 0;
  #runs = 0;
  #renewal: Promise<void> | undefined;

  constructor(contender: Contender, catalog: string) {
    this.#contender = contender;
    this.#catalog = catalog;
    this.gate = new LeaseGate(contender.clock);
  }

  /** Ascends with every holder. */
  get term(): number {
    return this.#term;
  }

  get isHeld(): boolean {
    return this.#place !== null && !this.lost.aborted;
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
      const { place, term, isElsewhere } = await this.#read();
      if (place !== null && isElsewhere) await this.#waitUntilRunOut(place, signal);
      if (await this.#write(term + 1, place)) return;
    }
  }

  async isFree(): Promise<boolean> {
    return !(await this.#read()).isElsewhere;
  }

  /** Fencing number of the next index run under this lease. */
  nextStamp(): number {
    return toStamp(this.#term, ++this.#runs);
  }

  /** Renews the lease in the background until it is given up or lost. A failure is retried; `confirm` reports another writer. */
  keepRenewing(): void {
    const { clock, leaseMs } = this.#contender;
    const renew = async () => {
      while (this.isHeld) {
        await clock.wait(leaseMs / RENEWALS_PER_LEASE, this.lost);
        this.#renewal = this.renew().catch(() => undefined);
        await this.#renewal;
      }
    };
    runForAll(renew).catch(() => undefined);
  }

  /**
   * Says once more that this process writes.
   *
   * @throws BrctlError `engine.lease_lost` where another has taken over; what the client throws where nobody could be asked
   */
  async renew(): Promise<void> {
    if (this.#place === null || this.lost.aborted) throw this.#lostError();
    if (await this.#write(this.#term, this.#place)) return;
    // Also where the answer to our own last write has been lost on its way.
    const { place, holder, term } = await this.#read();
    const isOurs = holder?.id === this.#contender.holder.id && term === this.#term;
    if (isOurs && (await this.#write(term, place))) return;
    this.#lose();
    throw this.#lostError();
  }

  /**
   * Resolves when something may be written now; waits a minute where nobody knows.
   *
   * @throws BrctlError `engine.lease_lost` where another process has taken over; what the client throws where nobody could be asked
   */
  async confirm(): Promise<void> {
    const { clock, leaseMs } = this.#contender;
    const untilMs = clock.nowMs() + MAX_CONFIRM_LEASES * leaseMs;
    while (!this.gate.isOpen) {
      try {
        await this.renew();
      } catch (error) {
        if (this.lost.aborted || clock.nowMs() >= untilMs) throw error;
        await clock.wait(leaseMs / CHECKS_PER_LEASE);
      }
    }
  }

  /**
   * Updates or removes a document under a lease. The lease term is the fencing token: late writes of a former holder fail.
   *
   * @param next its new body, made from what is there; null removes it, undefined leaves it as it is
   * @throws BrctlError `engine.lease_lost`
   */
  async change(id: string, next: (current: ControlDocument | null) => ControlBody | null | undefined) {
    const { documents } = this.#contender;
    for (;;) {
      await this.confirm();
      const current = await documents.get(id);
      const { term = 0 } = (current?.body ?? {}) as { term?: number };
      // Throws, as the lease is lost.
      if (term > this.#term) await this.renew();
      const body = next(current);
      if (body === undefined) return;
      const isDone =
        body === null
          ? current === null || (await documents.remove(id, current.place))
          : await documents.put(id, { ...body, term: this.#term }, current?.place ?? null);
      if (isDone) return;
    }
  }

  /** Lets others write at once. */
  async release(): Promise<void> {
    const place = await this.#giveUp();
    if (place) await this.#contender.documents.put(this.#id, this.#makeBody(null, this.#term), place);
  }

  /** Gives up a lease that nobody will ask for again. */
  async remove(): Promise<void> {
    const place = await this.#giveUp();
    if (place) await this.#contender.documents.remove(this.#id, place);
  }

  async #giveUp(): Promise<DocumentVersion | null> {
    if (!this.isHeld) return null;
    this.#lose();
    // Its answer has the version of the document that is to be written.
    await this.#renewal;
    return this.#place;
  }

  get #id(): string {
    return `lease ${this.#contender.scope} ${this.#catalog}`;
  }

  #makeBody(holder: LeaseHolder | null, term: number): ControlBody {
    return { kind: 'lease', scope: this.#contender.scope, catalog: this.#catalog, holder, term };
  }

  async #read() {
    const current = await this.#contender.documents.get(this.#id);
    const { holder = null, term = 0 } = (current?.body ?? {}) as {
      holder?: LeaseHolder | null;
      term?: number;
    };
    // A process holds it that may still run.
    const isElsewhere = holder !== null && holder.place !== this.#contender.holder.place;
    return { place: current?.place ?? null, holder, term, isElsewhere };
  }

  async #write(term: number, expected: DocumentVersion | null): Promise<boolean> {
    const { documents, holder, clock, leaseMs } = this.#contender;
    // The time before the request: others count from its arrival, which is later.
    const sentAtMs = clock.nowMs();
    const place = await documents.put(this.#id, this.#makeBody(holder, term), expected);
    if (place === null) return false;
    this.#place = place;
    this.#term = term;
    if (!this.lost.aborted) this.gate.openUntil(sentAtMs + leaseMs * (1 - MARGIN));
    return true;
  }

  #lose(): void {
    this.gate.openUntil(0);
    this.#lostSignal.abort(this.#lostError());
  }

  async #waitUntilRunOut(seen: DocumentVersion, signal?: AbortSignal): Promise<void> {
    const { clock, leaseMs } = this.#contender;
    for (let look = 0; look < CHECKS_PER_LEASE; look++) {
      await clock.wait(leaseMs / CHECKS_PER_LEASE, signal);
      const { place, holder } = await this.#read();
      if (place === null || holder === null) return;
      if (isSamePlace(place, seen)) continue;
      const message = `another process holds the write lease of catalog "${this.#catalog}": ${holder.name}`;
      throw new BrctlError(message, {
        kind: 'locked',
        code: 'engine.written_elsewhere',
        why: 'each catalog of a cluster has one writer',
        hint: 'send its loads there, or stop that process first',
      });
    }
  }

  #lostError(): BrctlError {
    return new BrctlError(`another process has taken over catalog "${this.#catalog}"`, {
      kind: 'locked',
      code: 'engine.lease_lost',
      why: `this process did not renew its lease for ${this.#contender.leaseMs / 1000} s, or was told to stop`,
      hint: 'send its loads to the process that writes it now',
    });
  }
}

const GATE_LOOK_MS = 50;

/** Shares the lease deadline with worker threads, which check it before each request. */
export class LeaseGate {
  readonly shared: SharedArrayBuffer;
  readonly #clock: Clock;
  readonly #untilMs: BigInt64Array;

  /** @param shared the memory of a gate that another thread holds; a new gate, closed, by default */
  constructor(clock: Clock = STEADY_CLOCK, shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#clock = clock;
    this.#untilMs = new BigInt64Array(shared);
  }

  openUntil(untilMs: number): void {
    Atomics.store(this.#untilMs, 0, BigInt(Math.floor(untilMs)));
  }

  get isOpen(): boolean {
    return this.#clock.nowMs() < Number(Atomics.load(this.#untilMs, 0));
  }

  /** Resolves when the gate is open; `throwIfGivenUp` ends the wait. */
  async waitUntilOpen(throwIfGivenUp: () => void): Promise<void> {
    while (!this.isOpen) {
      throwIfGivenUp();
      await this.#clock.wait(GATE_LOOK_MS);
    }
  }
}
