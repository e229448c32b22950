const PAIR = 2;

/**
 * How many different values there are among those that were added, by their hashes of 32 bits; a value can be taken back. A
 * sketch such as HyperLogLog is smaller and only ever grows, which would hide that values become fewer from one delta to the
 * next; of large catalogs few products are counted, so that this stays small as well.
 */
export class DistinctCounter {
  /** Hashes in order, each with its count: as they were read. */
  readonly #known: Uint32Array;
  /** What came and went since then. */
  readonly #changes = new Map<number, number>();

  constructor(known: Uint32Array = new Uint32Array()) {
    this.#known = known;
  }

  add(hash: number): void {
    this.#changes.set(hash, (this.#changes.get(hash) ?? 0) + 1);
  }

  /** Takes a value back that was added. */
  remove(hash: number): void {
    this.#changes.set(hash, (this.#changes.get(hash) ?? 0) - 1);
  }

  merge(other: DistinctCounter): void {
    const pairs = other.encode();
    for (let at = 0; at < pairs.length; at += PAIR) {
      const hash = pairs[at] as number;
      this.#changes.set(hash, (this.#changes.get(hash) ?? 0) + (pairs[at + 1] as number));
    }
  }

  get count(): number {
    let count = this.#known.length / PAIR;
    for (const [hash, change] of this.#changes) {
      const before = this.#countOf(hash);
      count += Number(before + change > 0) - Number(before > 0);
    }
    return count;
  }

  /** Hashes in order, each with its count. */
  encode(): Uint32Array {
    const known = this.#known;
    const changed = Uint32Array.from(this.#changes.keys()).sort();
    const pairs = new Uint32Array(known.length + changed.length * PAIR);
    let end = 0;
    const put = (hash: number, count: number) => {
      if (count <= 0) return;
      pairs[end++] = hash;
      pairs[end++] = count;
    };
    let at = 0;
    for (const hash of changed) {
      for (; at < known.length && (known[at] as number) < hash; at += PAIR)
        put(known[at] as number, known[at + 1] as number);
      const isKnown = known[at] === hash;
      put(hash, (isKnown ? (known[at + 1] as number) : 0) + (this.#changes.get(hash) as number));
      if (isKnown) at += PAIR;
    }
    for (; at < known.length; at += PAIR) put(known[at] as number, known[at + 1] as number);
    return pairs.subarray(0, end);
  }

  #countOf(hash: number): number {
    let [low, high] = [0, this.#known.length / PAIR];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#known[middle * PAIR] as number) < hash) low = middle + 1;
      else high = middle;
    }
    return this.#known[low * PAIR] === hash ? (this.#known[low * PAIR + 1] as number) : 0;
  }
}
