import type { Side } from '../side.ts';
import {
  entriesOf,
  forEachPiece,
  type LogContent,
  PARTITIONS,
  PartitionLog,
  partitionOf,
} from './partition-log.ts';

const ENTRY_WORDS = 2;
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
  readonly #log = new PartitionLog(ENTRY_WORDS);

  /** Bytes that the log takes. */
  get bytes(): number {
    return this.#log.bytes;
  }

  get content(): LogContent {
    return this.#log.content;
  }

  /** Logs an id as seen in the catalogs of `sides`. */
  add(low: number, high: number, sides: number): void {
    const at = this.#log.place(partitionOf(high));
    const { words } = this.#log;
    words[at] = (low & ~SIDE_BITS) | sides;
    words[at + 1] = high;
  }

  /** Was a fingerprint seen twice in one catalog? */
  hasDuplicates(): boolean {
    const { content } = this.#log;
    const seen = new SeenIds();
    for (let partition = 0; partition < PARTITIONS; partition++) {
      seen.clear(entriesOf(content, partition));
      if (seen.addAll(content, partition)) return true;
    }
    return false;
  }
}

/** A table of fingerprints, with the catalogs in which each was seen, that finds those seen twice in one. */
export class SeenIds {
  /** Slots of [low with sides, high]. */
  #table = new Int32Array(0);
  #mask = 0;

  /** Empties the table and makes room for so many ids. */
  clear(ids: number): void {
    let slots = 16;
    while (slots < ids * 2) slots *= 2;
    if (this.#table.length < slots * 2) this.#table = new Int32Array(slots * 2);
    else this.#table.fill(0, 0, slots * 2);
    this.#mask = slots - 1;
  }

  /** Adds all ids of a log's partition. True: one was there, for the same catalog. */
  addAll(log: LogContent, partition: number): boolean {
    let isRepeated = false;
    forEachPiece(log, partition, (words, start, end) => {
      for (let at = start; at < end; at += ENTRY_WORDS) {
        const entry = words[at] as number;
        if (this.add(entry, words[at + 1] as number, entry & SIDE_BITS)) isRepeated = true;
      }
    });
    return isRepeated;
  }

  /** Adds one id. True: it was there, for one of the same catalogs. */
  add(low: number, high: number, sides: number): boolean {
    const table = this.#table;
    const id = low & ~SIDE_BITS;
    let slot = (high ^ (high >>> 11)) & this.#mask;
    for (;;) {
      const found = table[slot * 2] as number;
      if (found === 0) break;
      if (table[slot * 2 + 1] === high && (found & ~SIDE_BITS) === id) {
        if ((found & sides) !== 0) return true;
        break;
      }
      slot = (slot + 1) & this.#mask;
    }
    table[slot * 2] = (table[slot * 2] as number) | id | sides;
    table[slot * 2 + 1] = high;
    return false;
  }
}
