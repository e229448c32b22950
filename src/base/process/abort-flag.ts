/** Tells a worker that computes and hears no messages to give up, and how far it is, by two shared words. */
export class AbortFlag {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;

  /** @param shared the memory of a flag that another thread holds; a new flag by default */
  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#words = new Int32Array(shared);
  }

  get isSet(): boolean {
    return Atomics.load(this.#words, 0) === 1;
  }

  set(): void {
    Atomics.store(this.#words, 0, 1);
  }

  /** @throws AbortedError when the flag is set */
  throwIfSet(): void {
    if (this.isSet) throw new AbortedError();
  }

  /** Progress of the thread, in its own unit. */
  get done(): number {
    return Atomics.load(this.#words, 1);
  }

  count(done: number): void {
    Atomics.store(this.#words, 1, done);
  }

  /** The flag for code that asks an AbortSignal; it is looked at, it sends no event. */
  asSignal(): AbortSignal {
    return Object.assign(new AbortController().signal, { throwIfAborted: () => this.throwIfSet() });
  }
}

/** Work was given up because nobody wants its result any more. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';

  constructor() {
    super('given up');
  }
}
