const PRIME = 16777619;

/** Differ from process to process, so that no file can be made whose ids all collide. */
export const SEED_LOW = Math.trunc(Math.random() * 0xffffffff) | 0;
export const SEED_HIGH = Math.trunc(Math.random() * 0xffffffff) | 0;

/** The bytes whose fingerprint stands for a record: family and id, as they are in a path without escapes. */
function encodeKey(family: string, id: string): Uint8Array {
  return Buffer.from(`${family}/${id}`);
}

/** Half of a 64-bit fingerprint; the kernel of `validate` makes the same. */
function hashHalf(bytes: Uint8Array, seed: number): number {
  let state = seed ^ bytes.length;
  for (let index = 0; index < bytes.length; index++) {
    state = Math.imul(state ^ (bytes[index] as number), PRIME);
    state ^= state >>> 15;
  }
  return Math.imul(state ^ (state >>> 13), 0x5bd1e995);
}

const INITIAL_SLOTS = 4096;

/**
 * Ids and the line on which each came first, as 64-bit fingerprints in typed arrays: 12 to 48 bytes an id, whatever
 * its length. Two ids share a fingerprint once in 2^64 pairs: who must be certain reads both lines again.
 */
export class FirstLineById {
  #size = 0;
  #low = new Int32Array(INITIAL_SLOTS);
  #high = new Int32Array(INITIAL_SLOTS);
  /** 0: the slot is free. */
  #line = new Uint32Array(INITIAL_SLOTS);

  /** The line on which the record came first, if it came; else notes this line. */
  add(family: string, id: string, line: number): number | undefined {
    const key = encodeKey(family, id);
    return this.addFingerprint(hashHalf(key, SEED_LOW), hashHalf(key, SEED_HIGH), line);
  }

  /** The same for a fingerprint that is known. */
  addFingerprint(low: number, high: number, line: number): number | undefined {
    const slot = this.#find(low, high);
    const first = this.#line[slot] as number;
    if (first !== 0) return first;
    this.#put(slot, low, high, line);
    if (++this.#size * 2 > this.#line.length) this.#grow();
    return undefined;
  }

  /** Did the record come? */
  has(family: string, id: string): boolean {
    return this.findLine(family, id) !== undefined;
  }

  /** The line on which the record came first, if it came. */
  findLine(family: string, id: string): number | undefined {
    const key = encodeKey(family, id);
    const slot = this.#find(hashHalf(key, SEED_LOW), hashHalf(key, SEED_HIGH));
    return this.#line[slot] || undefined;
  }

  /** The slot of a fingerprint, or the free one where it belongs. */
  #find(low: number, high: number): number {
    const mask = this.#line.length - 1;
    let slot = low & mask;
    while (this.#line[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high))
      slot = (slot + 1) & mask;
    return slot;
  }

  #put(slot: number, low: number, high: number, line: number): void {
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#line[slot] = line;
  }

  #grow(): void {
    const [low, high, line] = [this.#low, this.#high, this.#line];
    const slots = line.length * 2;
    this.#low = new Int32Array(slots);
    this.#high = new Int32Array(slots);
    this.#line = new Uint32Array(slots);
    for (let index = 0; index < line.length; index++) {
      if (line[index] === 0) continue;
      const [oldLow, oldHigh] = [low[index] as number, high[index] as number];
      this.#put(this.#find(oldLow, oldHigh), oldLow, oldHigh, line[index] as number);
    }
  }
}
