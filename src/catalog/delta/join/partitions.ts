import { BrctlError } from '../../../base/errors.ts';
import { TempFile } from '../../../base/files/temp-file.ts';
import {
  BLOCK_BYTES,
  ID_BYTES,
  LINE_BYTES,
  LISTS_PER_PARTITION,
  MATCH_BYTES,
  MIN_FREE_BLOCKS,
  NEW_LINES,
  OLD_LINES,
  PARTITIONS,
  SETTLED_IDS,
  SLOT_BYTES,
} from '../kernel/assembly/parts/layout.ts';
import type { Kernel } from '../kernel/kernel.ts';

const LISTS = PARTITIONS * LISTS_PER_PARTITION;
/** Twice what has to be free before lines are noted. */
const MIN_BYTES = 2 * MIN_FREE_BLOCKS * BLOCK_BYTES;
/** Addresses in the kernel's memory stay below 2 GiB, whatever memory is allowed: they are signed in places. */
const MAX_BYTES = 1_500_000_000;
const GROWTH = 0.25;
/** Notes are gone through for lines that met when so many bytes of lines came to them, and are enough when so much is free. */
const NEW_SHARE = 0.3;
const ENOUGH_FREE = 0.3;
const ALIGNMENT = 16;
/** Ids spread evenly: a partition with so much, and with so much of all, holds one id over and over. */
const CROWDED_BYTES = 64 * 1024 * 1024;
const CROWDED_SHARE = 1 / 16;

/** What a partition comes to; valid until the next one. */
export interface JoinedPartition {
  /** Pairs of positions: an old and a new line of one id that differ; -1 where a catalog has none. */
  matches: Float64Array;
  /** Ids that are more than once in a catalog, so it seems. */
  oddIds: BigUint64Array;
  /** The lines of these, as `matches`. */
  oddLines: Float64Array;
  /** How many lines are the same in both catalogs. */
  same: number;
}

/** Of `joinPartition` and `settlePartition`: the partition, then where its ids, old and new lines and a table are, and how many. */
type PartitionLists = [bigint, number, number, number, number, number, number, number, number];

/** Notes that were written to the file at one time: the bytes of each list, one behind the other. */
interface Spilled {
  position: number;
  bytes: Uint32Array;
}

function entryBytes(list: number): number {
  return list % LISTS_PER_PARTITION === SETTLED_IDS ? ID_BYTES : LINE_BYTES;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}

/**
 * What the kernel notes of ids and lines, by partitions of the ids, in its memory; what does not fit there goes to a temporary
 * file. A partition is small enough to be joined by a table that fits the cache.
 */
export class Partitions {
  readonly #kernel: Kernel;
  readonly #settles: boolean;
  readonly #limitBytes: number;
  readonly #file: TempFile;
  readonly #spilled: Spilled[] = [];
  #bytes = 0;
  #spilledBytes = 0;
  /** Where a partition is gathered and joined. */
  #area = 0;
  #areaBytes = 0;

  /** @param settles what becomes of lines that are the same is of no interest: their notes may go at any time */
  constructor(kernel: Kernel, maxMemoryBytes: number, tempDir: string | undefined, settles: boolean) {
    this.#kernel = kernel;
    this.#settles = settles;
    this.#limitBytes = Math.min(Math.max(maxMemoryBytes, MIN_BYTES), MAX_BYTES);
    this.#file = new TempFile(tempDir);
    this.#addBlocks(MIN_BYTES);
  }

  /**
   * Gives the kernel blocks for its notes. First those of lines that have met their counterpart since; if these are few, more
   * memory, up to the limit; then that of notes that go to the file.
   *
   * @returns how many lines turned out to be the same in both catalogs
   */
  async makeRoom(): Promise<number> {
    await this.#kernel.memory.whenQuiet();
    const same = this.#settle();
    if (this.#freeBytes > this.#bytes * ENOUGH_FREE) return same;
    const left = this.#limitBytes - this.#bytes;
    if (left >= BLOCK_BYTES) this.#addBlocks(Math.min(left, Math.max(MIN_BYTES, this.#bytes * GROWTH)));
    else this.#spill();
    return same;
  }

  /** Joins a partition, with all that was noted of it; each once. */
  join(partition: number): JoinedPartition {
    const { exports, memory } = this.#kernel;
    const { lists, places } = this.#gather(partition, ({ ids, olds, news }) => [
      (olds + news) * 2 * MATCH_BYTES + (ids + olds + news) * ID_BYTES,
    ]);
    const [out] = places as [number];
    exports.joinPartition(...lists, out);
    const matches = exports.matchCount.value as number;
    const oddIds = exports.oddIdCount.value as number;
    const oddLines = exports.oddLineCount.value as number;
    const atOddIds = out + matches * MATCH_BYTES;
    return {
      matches: memory.doubles(out, matches * 2),
      oddIds: new BigUint64Array(memory.view.buffer, atOddIds, oddIds),
      oddLines: memory.doubles(atOddIds + oddIds * ID_BYTES, oddLines * 2),
      same: exports.sameCount.value as number,
    };
  }

  close(): void {
    this.#file.close();
  }

  /** Bytes of blocks that can be used before more are needed. */
  get #freeBytes(): number {
    return ((this.#kernel.exports.freeBlocks.value as number) - MIN_FREE_BLOCKS) * BLOCK_BYTES;
  }

  /** Makes the notes fewer by the lines that met, if many lines came to them. */
  #settle(): number {
    const { exports } = this.#kernel;
    if ((exports.notedLines.value as number) * LINE_BYTES < this.#bytes * NEW_SHARE) return 0;
    exports.clearNoted();
    if (!this.#settles) return 0;
    let same = 0;
    for (let partition = 0; partition < PARTITIONS; partition++) {
      same += exports.settlePartition(...this.#gather(partition, () => [], false).lists);
    }
    return same;
  }

  /** Puts the notes of a partition next to each other, with room for a table and for what else is needed. */
  #gather(
    partition: number,
    roomsFor: (counts: { ids: number; olds: number; news: number }) => number[],
    withSpilled = true,
  ): { lists: PartitionLists; places: number[] } {
    const first = partition * LISTS_PER_PARTITION;
    const [idBytes, oldBytes, newBytes] = [SETTLED_IDS, OLD_LINES, NEW_LINES].map((kind) =>
      this.#listBytes(first + kind, withSpilled),
    ) as [number, number, number];
    this.#refuseCrowd(idBytes + oldBytes + newBytes);
    const [ids, olds, news] = [idBytes / ID_BYTES, oldBytes / LINE_BYTES, newBytes / LINE_BYTES];
    const slots = slotsFor(ids + olds + news);
    const rooms = roomsFor({ ids, olds, news });
    const sizes = [idBytes, oldBytes, newBytes, slots * SLOT_BYTES, ...rooms];
    const [atIds, atOlds, atNews, atSlots, ...places] = this.#places(sizes) as [
      number,
      number,
      number,
      number,
    ];
    this.#take(first + SETTLED_IDS, atIds, withSpilled);
    this.#take(first + OLD_LINES, atOlds, withSpilled);
    this.#take(first + NEW_LINES, atNews, withSpilled);
    return { lists: [BigInt(partition), atIds, ids, atOlds, olds, atNews, news, atSlots, slots], places };
  }

  /** @throws BrctlError `catalog.duplicate_id` before such a partition takes more memory than there is */
  #refuseCrowd(bytes: number): void {
    if (bytes < Math.max(CROWDED_BYTES, (this.#bytes + this.#spilledBytes) * CROWDED_SHARE)) return;
    throw new BrctlError('millions of records have the same id', {
      kind: 'input',
      code: 'catalog.duplicate_id',
      why: 'a catalog has one record for each id',
      hint: 'brctl validate names the id and its lines',
    });
  }

  #addBlocks(bytes: number): void {
    const blocks = Math.floor(bytes / BLOCK_BYTES);
    this.#kernel.exports.addBlocks(this.#kernel.memory.allocate(blocks * BLOCK_BYTES, BLOCK_BYTES), blocks);
    this.#bytes += blocks * BLOCK_BYTES;
  }

  #spill(): void {
    const { exports, memory } = this.#kernel;
    const bytes = Uint32Array.from({ length: LISTS }, (_, list) => exports.listBytes(list, entryBytes(list)));
    const position = this.#spilledBytes;
    for (const [list, length] of bytes.entries()) {
      const [at] = this.#places([length]) as [number];
      exports.takeList(list, entryBytes(list), at);
      this.#file.write(memory.bytes, at, at + length, this.#spilledBytes);
      this.#spilledBytes += length;
    }
    this.#spilled.push({ position, bytes });
  }

  /** Bytes of a list, in memory and in the file. */
  #listBytes(list: number, withSpilled: boolean): number {
    const inMemory = this.#kernel.exports.listBytes(list, entryBytes(list));
    return withSpilled ? inMemory + sum(this.#spilled.map(({ bytes }) => bytes[list] as number)) : inMemory;
  }

  /** Puts all of a list to an address. */
  #take(list: number, to: number, withSpilled: boolean): void {
    const { exports, memory } = this.#kernel;
    let at = to;
    for (const { position, bytes } of withSpilled ? this.#spilled : []) {
      const length = bytes[list] as number;
      let from = position + sum(bytes.subarray(0, list));
      const end = at + length;
      while (at < end) {
        const count = this.#file.read(memory.bytes, at, end - at, from);
        if (count === 0) throw new Error('notes that were written to a temporary file are not there');
        at += count;
        from += count;
      }
    }
    exports.takeList(list, entryBytes(list), at);
  }

  /** Places for ranges of these sizes, one behind the other, until the next call. */
  #places(sizes: readonly number[]): number[] {
    const aligned = sizes.map((bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
    const needed = sum(aligned);
    if (needed > this.#areaBytes) {
      this.#areaBytes = needed * 2;
      this.#area = this.#kernel.memory.allocate(this.#areaBytes);
    }
    let at = this.#area;
    return aligned.map((bytes) => {
      at += bytes;
      return at - bytes;
    });
  }
}

/** A power of two, at least twice as many as there are ids. */
export function slotsFor(ids: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, ids * 2)));
}
