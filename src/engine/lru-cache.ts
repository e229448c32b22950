import { LRUCache } from 'lru-cache';

/** How much room values may take together, and what each takes. */
interface Room<Value, Key> {
  bytes: number;
  bytesOf(value: Value, key: Key): number;
}

/** A value that would take more of the room than this is not kept. */
const MAX_SHARE = 1 / 2;

type Kept = object | string | number;

/** LRU cache, bounded by entries and optionally by bytes. */
export class LruCache<Value extends Kept, Key extends Kept = string> extends LRUCache<Key, Value> {
  /** `max` values are kept at a time, 0 for any number, within the room where one is given. */
  constructor(max: number, room?: Room<Value, Key>) {
    super({
      max,
      ...(room && {
        maxSize: room.bytes,
        maxEntrySize: room.bytes * MAX_SHARE,
        // To the library 0 is no size.
        sizeCalculation: (value: Value, key: Key) => Math.max(1, room.bytesOf(value, key)),
      }),
    });
  }

  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.set(key, value);
    return value;
  }

  deleteAll(isGone: (value: Value) => boolean): void {
    for (const [key, value] of [...this.entries()]) if (isGone(value)) this.delete(key);
  }
}
