/** Values by key, of which those asked for last are kept. */
export class RecentValues<Value, Key = string> {
  readonly #values = new Map<Key, Value>();
  readonly #most: number;

  /** `most` values are kept at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value of the key, made when it is not at hand. */
  get(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    const value = known ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) break;
      this.#values.delete(oldest);
    }
    return value;
  }
}
