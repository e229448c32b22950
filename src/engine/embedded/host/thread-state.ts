const [GIVEN_UP, IN_DATABASE] = [0, 1];

/** State shared between a search thread and its host while the thread computes and receives no messages. */
export class ThreadState {
  readonly shared: SharedArrayBuffer;
  readonly #words: Int32Array;
  #call = 0;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.#words = new Int32Array(shared);
  }

  /** Whether the thread is in the database's native code, where it must not be cut short. */
  get isInDatabase(): boolean {
    return Atomics.load(this.#words, IN_DATABASE) === 1;
  }

  giveUp(call: number): void {
    Atomics.store(this.#words, GIVEN_UP, call);
  }

  begin(call: number): void {
    this.#call = call;
  }

  /**
   * Set the flag before checking for abort; the other side does the reverse, so one of them sees the other.
   */
  enterDatabase(): void {
    Atomics.store(this.#words, IN_DATABASE, 1);
    if (Atomics.load(this.#words, GIVEN_UP) !== this.#call) return;
    this.leaveDatabase();
    throw new Error('given up');
  }

  leaveDatabase(): void {
    Atomics.store(this.#words, IN_DATABASE, 0);
  }
}
