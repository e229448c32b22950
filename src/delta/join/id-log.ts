import type { Side } from '../side.ts';

const PARTITIONS = 256;
const INITIAL_WORDS = 256;
const SIDE_BITS = 3;

/** In which catalogs an id was seen: one bit a side. */
export const BOTH_SIDES = 3;

/** The bit of one side. */
export function sideBit(side: Side): number {
  return 1 << side;
}

/**
 * The fingerprints of all ids, to tell duplicates at the end. They are only appended, to one of 256 lists by their
 * high bits, and each list is checked by a table that fits the cache: a large hash table would cost a miss for every
 * record. Of 64 bits two make room for the sides, so an id in both catalogs takes eight bytes.
 */
export class IdLog {
  /** Bytes that the log takes. */
  bytes = PARTITIONS * INITIAL_WORDS * 4;
  readonly #lists: Int32Array[] = Array.from({ length: PARTITIONS }, () => new Int32Array(INITIAL_WORDS));
  readonly #used = new Int32Array(PARTITIONS);

  /** Logs an id as seen in the catalogs of `sides`. */
  add(low: number, high: number, sides: number): void {
    const partition = high >>> 24;
    let list = this.#lists[partition] as Int32Array;
    const used = this.#used[partition] as number;
    if (used === list.length) list = this.#grow(partition, list);
    list[used] = (low & ~SIDE_BITS) | sides;
    list[used + 1] = high;
    this.#used[partition] = used + 2;
  }

  /** Was a fingerprint seen twice in one catalog? */
  hasDuplicates(): boolean {
    const longest = this.#used.reduce((most, used) => Math.max(most, used), 0);
    let slots = 16;
    while (slots < longest) slots *= 2;
    const table = new Int32Array(slots * 2);
    return this.#lists.some((list, partition) => {
      table.fill(0);
      return hasDuplicate(list, this.#used[partition] as number, table);
    });
  }

  #grow(partition: number, list: Int32Array): Int32Array {
    const larger = new Int32Array(Math.ceil(list.length * 0.75) * 2);
    larger.set(list);
    this.bytes += larger.byteLength - list.byteLength;
    this.#lists[partition] = larger;
    return larger;
  }
}

/** Puts all pairs of a list into an empty table of `[low with sides, high]` slots. */
function hasDuplicate(list: Int32Array, used: number, table: Int32Array): boolean {
  const mask = table.length / 2 - 1;
  for (let at = 0; at < used; at += 2) {
    const low = list[at] as number;
    const high = list[at + 1] as number;
    let slot = (high ^ (high >>> 11)) & mask;
    while (table[slot * 2] !== 0 && !isSame(table, slot, low, high)) slot = (slot + 1) & mask;
    const sides = (table[slot * 2] as number) & SIDE_BITS;
    if ((sides & low) !== 0) return true;
    table[slot * 2] = low | sides;
    table[slot * 2 + 1] = high;
  }
  return false;
}

function isSame(table: Int32Array, slot: number, low: number, high: number): boolean {
  return table[slot * 2 + 1] === high && ((table[slot * 2] as number) & ~SIDE_BITS) === (low & ~SIDE_BITS);
}
