/** How much room values may take together, and what each takes. */
interface Room<Value, Key> {
  bytes: number;
  bytesOf(value: Value, key: Key): number;
}

/** A value that would take more of the room than this is not kept. */
const MAX_SHARE = 1 / 2;
/** Evict down to this share at once: finding the oldest entries of a Map means walking over deleted slots. */
const LEFT_SHARE = 15 / 16;

/** LRU cache, bounded by entries and optionally by bytes. */
export class LruCache<Value, Key = string> {
  readonly #values = new Map<Key, Value>();
  readonly #most: number;
  readonly #room: Room<Value, Key> | undefined;
  #bytes = 0;

  /** `most` values are kept at a time, within the room where one is given. */
  constructor(most: number, room?: Room<Value, Key>) {
    this.#most = most;
    this.#room = room;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.find(key);
    if (known !== undefined) return known;
    const value = make();
    this.keep(key, value);
    return value;
  }

  find(key: Key): Value | undefined {
    const known = this.#values.get(key);
    if (known === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, known);
    return known;
  }

  keep(key: Key, value: Value): void {
    this.forget(key);
    const bytes = this.#measure(value, key);
    if (this.#room !== undefined && bytes > this.#room.bytes * MAX_SHARE) return;
    this.#values.set(key, value);
    this.#bytes += bytes;
    this.#makeRoom();
  }

  forget(key: Key): void {
    const known = this.#values.get(key);
    if (known === undefined) return;
    this.#values.delete(key);
    this.#bytes -= this.#measure(known, key);
  }

  forgetAll(isGone: (value: Value, key: Key) => boolean): void {
    for (const [key, value] of this.#values) if (isGone(value, key)) this.forget(key);
  }

  #makeRoom(): void {
    const bytes = this.#room?.bytes ?? 0;
    const left = this.#bytes > bytes ? bytes * LEFT_SHARE : bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most && this.#bytes <= left) break;
      this.forget(oldest);
    }
  }

  #measure(value: Value, key: Key): number {
    return this.#room?.bytesOf(value, key) ?? 0;
  }
}
