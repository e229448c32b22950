import { runForAll } from './call.ts';

/** Makes a value when it is first asked for. A failure is not kept: the next caller tries again. */
export function memoizeAsync<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    if (made !== undefined) return made;
    const making = begin(make);
    made = making;
    making.catch(() => {
      made = undefined;
    });
    return making;
  };
}

interface Room<Value> {
  bytes: number;
  bytesOf(value: Value): number;
}

/** `once` for each key: of more than `max` values, or more than the room holds, those asked for last are kept. */
export class OncePerKey<Value> {
  readonly #values = new Map<string, { made: Promise<Value>; bytes: number }>();
  readonly #max: number;
  readonly #room: Room<Value> | undefined;
  #bytes = 0;

  constructor(max: number, room?: Room<Value>) {
    this.#max = max;
    this.#room = room;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known.made;
    }
    const made = begin(make);
    const entry = { made, bytes: 0 };
    this.#values.set(key, entry);
    const isKept = () => this.#values.get(key) === entry;
    made.then(
      (value) => {
        if (!isKept()) return;
        entry.bytes = this.#room?.bytesOf(value) ?? 0;
        this.#bytes += entry.bytes;
        this.#makeRoom();
      },
      () => {
        if (isKept()) this.#values.delete(key);
      },
    );
    this.#makeRoom();
    return made;
  }

  /** The value that was asked for last stays, however large it is. */
  #makeRoom(): void {
    const room = this.#room?.bytes ?? Number.POSITIVE_INFINITY;
    for (const [key, { bytes }] of this.#values) {
      if (this.#values.size <= 1 || (this.#values.size <= this.#max && this.#bytes <= room)) return;
      this.#values.delete(key);
      this.#bytes -= bytes;
    }
  }
}

/** Goes on when the caller who was first leaves. Also what is thrown before there is a promise is a rejection. */
function begin<Value>(make: () => Promise<Value>): Promise<Value> {
  return runForAll(async () => make());
}
