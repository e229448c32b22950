import { runForAll } from './call.ts';
import { LruCache } from './lru-cache.ts';

/** Makes a value when it is first asked for. A failure is not kept: the next caller tries again. */
export function memoizeAsync<Value extends object>(make: () => Promise<Value>): () => Promise<Value> {
  const values = new OncePerKey<Value>(1);
  return () => values.get('', make);
}

/** Values that are made once for each key, within the bounds of an `LruCache`, also for callers that ask at the same time. */
export class OncePerKey<Value extends object> {
  readonly #made: LruCache<Value>;
  readonly #making = new Map<string, Promise<Value>>();

  constructor(...bounds: ConstructorParameters<typeof LruCache<Value>>) {
    this.#made = new LruCache(...bounds);
  }

  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const made = this.#made.get(key);
    if (made !== undefined) return made;
    const making = this.#making.get(key) ?? this.#begin(key, make);
    this.#making.set(key, making);
    return making;
  }

  /** Goes on when the caller who was first leaves. Also what is thrown before there is a promise is a rejection. */
  async #begin(key: string, make: () => Promise<Value>): Promise<Value> {
    try {
      const value = await runForAll(async () => make());
      this.#made.set(key, value);
      return value;
    } finally {
      this.#making.delete(key);
    }
  }
}
