import { Refusal } from '../refusals.ts';

/** The last millisecond of the year 9999: RFC 3339 writes no later one. */
const MAX_MS = 253_402_300_799_999;

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export interface ClockChange {
  reset?: boolean | undefined;
  /** True stops the time, false lets it continue. */
  freeze?: boolean | undefined;
  nowMs?: number | undefined;
  advanceMs?: number | undefined;
}

/** The machine's clock with an offset. Moving never waits: listeners are told, so that retention runs at once. */
export class ServiceClock implements Clock {
  readonly #machineNow: () => number;
  readonly #listeners = new Set<() => void>();
  #offsetMs = 0;
  #frozenAtMs: number | null = null;

  constructor(machineNow: () => number) {
    this.#machineNow = machineNow;
  }

  get frozen(): boolean {
    return this.#frozenAtMs !== null;
  }

  now(): number {
    return this.#frozenAtMs ?? this.#machineNow() + this.#offsetMs;
  }

  freeze(): void {
    this.#frozenAtMs ??= this.now();
  }

  unfreeze(): void {
    if (this.#frozenAtMs === null) return;
    this.#offsetMs = this.#frozenAtMs - this.#machineNow();
    this.#frozenAtMs = null;
  }

  /** Makes all changes in the order of their members, or none. @throws Refusal as {@link set} does */
  change({ reset, freeze, nowMs, advanceMs }: ClockChange): void {
    const startMs = nowMs ?? (reset ? this.#machineNow() : this.now());
    const endMs = startMs + (advanceMs ?? 0);
    const isMoved = nowMs !== undefined || advanceMs !== undefined;
    if (isMoved) for (const ms of [startMs, endMs]) checkTime(ms);
    if (reset) this.reset();
    if (freeze === true) this.freeze();
    if (freeze === false) this.unfreeze();
    if (isMoved) this.set(endMs);
  }

  /** @throws Refusal `invalid_parameter` for a time before 1970 or after 9999, which no record could show */
  set(nowMs: number): void {
    checkTime(nowMs);
    if (this.#frozenAtMs === null) this.#offsetMs = nowMs - this.#machineNow();
    else this.#frozenAtMs = nowMs;
    for (const listener of this.#listeners) listener();
  }

  advance(ms: number): void {
    this.set(this.now() + ms);
  }

  reset(): void {
    this.#frozenAtMs = null;
    this.#offsetMs = 0;
  }

  /** Calls `listener` after every `set` and `advance`. @returns a function that ends it */
  onMove(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function checkTime(ms: number): void {
  if (ms >= 0 && ms <= MAX_MS) return;
  throw new Refusal('invalid_parameter', 'the time must lie in the years 1970 to 9999');
}
