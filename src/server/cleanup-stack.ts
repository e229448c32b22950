/** Closes resources in reverse order, on stop and when a start fails half way. */
export class CleanupStack {
  readonly #closers: (() => Promise<unknown> | unknown)[] = [];

  add(close: () => Promise<unknown> | unknown): void {
    this.#closers.push(close);
  }

  /** Closes all, also after one of them fails. @throws the first failure */
  async closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Starts something. @throws what the start throws; what it has opened is closed then */
export async function startWithCleanup<Started>(start: (closers: CleanupStack) => Promise<Started>) {
  const closers = new CleanupStack();
  try {
    return await start(closers);
  } catch (error) {
    await closers.closeAll().catch(() => undefined);
    throw error;
  }
}
