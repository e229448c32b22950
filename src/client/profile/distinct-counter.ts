const PAIR = 2;
/** More than any hash. */
const BEYOND = 2 ** 32;

/**
 * How many different values there are among those that were added, by their hashes of 32 bits; a value can be taken back. A
 * sketch such as HyperLogLog is smaller and only ever grows, which would hide that values become fewer from one delta to the
 * next; of large catalogs few products are counted, so that this stays small as well.
 */
export class DistinctCounter {
  /** Hashes in order, each with its count: what came and went since then is not in it yet. */
  #known: Uint32Array;
  #added: number[] = [];
  #removed: number[] = [];

  constructor(known: Uint32Array = new Uint32Array()) {
    this.#known = known;
  }

  add(hash: number): void {
    this.#added.push(hash);
  }

  addAll(hashes: Uint32Array): void {
    this.#known = summed(this.#known, counted(hashes), 1);
  }

  /** Takes a value back that was added. */
  remove(hash: number): void {
    this.#removed.push(hash);
  }

  get count(): number {
    return this.encode().length / PAIR;
  }

  /** How often a value is there. */
  countOf(hash: number): number {
    const known = this.encode();
    let [low, high] = [0, known.length / PAIR];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((known[middle * PAIR] as number) < hash) low = middle + 1;
      else high = middle;
    }
    return known[low * PAIR] === hash ? (known[low * PAIR + 1] as number) : 0;
  }

  /** Hashes in order, each with its count. */
  encode(): Uint32Array {
    if (this.#added.length > 0) this.#known = summed(this.#known, counted(this.#added), 1);
    if (this.#removed.length > 0) this.#known = summed(this.#known, counted(this.#removed), -1);
    this.#added = [];
    this.#removed = [];
    return this.#known;
  }
}

/** Hashes in order, each with how often it is there. */
function counted(hashes: ArrayLike<number>): Uint32Array {
  const sorted = new Uint32Array(hashes).sort();
  const pairs = new Uint32Array(sorted.length * PAIR);
  let end = 0;
  for (let at = 0; at < sorted.length; ) {
    const first = at;
    const hash = sorted[first] as number;
    while (at < sorted.length && sorted[at] === hash) at++;
    pairs[end++] = hash;
    pairs[end++] = at - first;
  }
  return pairs.subarray(0, end);
}

/** Pairs of both, in order; the counts of a hash are added, or those of `more` are taken off. What is none any more goes. */
function summed(known: Uint32Array, more: Uint32Array, sign: 1 | -1): Uint32Array {
  if (known.length === 0 && sign === 1) return more;
  const pairs = new Uint32Array(known.length + more.length);
  let end = 0;
  let at = 0;
  let other = 0;
  while (at < known.length || other < more.length) {
    const one = at < known.length ? (known[at] as number) : BEYOND;
    const two = other < more.length ? (more[other] as number) : BEYOND;
    let count = 0;
    if (one <= two) {
      count += known[at + 1] as number;
      at += PAIR;
    }
    if (two <= one) {
      count += sign * (more[other + 1] as number);
      other += PAIR;
    }
    if (count <= 0) continue;
    pairs[end++] = Math.min(one, two);
    pairs[end++] = count;
  }
  return pairs.subarray(0, end);
}
