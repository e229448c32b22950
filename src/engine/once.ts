import { RecentValues } from './recent-values.ts';

/** Makes a value when it is first asked for. A failure is not kept: the next caller tries again. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
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

/** `once` for each key; of more than `max` values those asked for last are kept. */
export class OncePerKey<Value> {
  readonly #values: RecentValues<Promise<Value>>;

  constructor(max: number) {
    this.#values = new RecentValues(max);
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.#values.find(key);
    if (known !== undefined) return known;
    const making = begin(make);
    this.#values.keep(key, making);
    making.catch(() => {
      if (this.#values.find(key) === making) this.#values.forget(key);
    });
    return making;
  }
}

/** Also what is thrown before there is a promise is a rejection. */
async function begin<Value>(make: () => Promise<Value>): Promise<Value> {
  return make();
}
