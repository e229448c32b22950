import type { KeptLine, KernelMemory, Region } from '../kernel/memory.ts';
import type { Side } from '../side.ts';
import type { LineBatch } from './line-batch.ts';
import {
  FLAG_BITS,
  lengthInSlot,
  movePosition,
  placeInSlot,
  positionInSlot,
  putSlot,
  SLOT_WORDS,
  sideInSlot,
  unitsInSlot,
  type WaitingLine,
} from './line-slot.ts';

const SLOT_BYTES = SLOT_WORDS * 4;
const FILL = 0.8;
const WORD = 2 ** 32;

/**
 * Lines of either catalog that have not met their counterpart yet, by the fingerprint of their id. The bytes stay in
 * the file; a line takes six words of a table with open addressing. Slots follow the fingerprints' order, so that
 * removing one closes the gap without a mark.
 */
export class PendingTable {
  count = 0;
  slots: number;
  /** The memory that holds the table, in the kernel's reach. */
  readonly region: Region;
  readonly #kernel: KernelMemory;

  /** @param kernel gives the memory */
  constructor(kernel: KernelMemory, slots = 4096) {
    this.#kernel = kernel;
    this.slots = slots;
    this.region = kernel.allocate(slots * SLOT_BYTES);
    this.region.words.fill(0);
  }

  get bytes(): number {
    return this.slots * SLOT_BYTES;
  }

  /** With more lines than this the table must be enlarged. */
  get maxCount(): number {
    return Math.floor(this.slots * FILL);
  }

  /** The views of a region change when it grows. */
  get #words(): Int32Array {
    return this.region.words;
  }

  /** Bytes of a table with room for `count` lines. */
  bytesFor(count: number): number {
    return Math.ceil(count / FILL) * SLOT_BYTES;
  }

  /** Slot of the fingerprint: pass it to `at`, `put` or `remove` before anything else changes the table. */
  find(low: number, high: number): number {
    const words = this.#words;
    const wanted = low & ~FLAG_BITS;
    let word = this.#home(high);
    for (;;) {
      const found = words[word] as number;
      if (found === 0 || (words[word + 1] === high && (found & ~FLAG_BITS) === wanted)) return word;
      word += SLOT_WORDS;
      if (word === words.length) word = 0;
    }
  }

  isEmpty(slot: number): boolean {
    return this.#words[slot] === 0;
  }

  sideAt(slot: number): Side {
    return sideInSlot(this.#words, slot);
  }

  /** Does the pending line have this hash? */
  hasHash(slot: number, low: number, high: number): boolean {
    return this.#words[slot + 2] === low && this.#words[slot + 3] === high;
  }

  /** The pending line itself, where the kernel keeps it: then the table has no position. */
  keptAt(slot: number): KeptLine | undefined {
    const place = placeInSlot(this.#words, slot);
    return place === undefined ? undefined : this.#kernel.kept?.at(place);
  }

  /** Position of the pending line in its catalog. */
  positionAt(slot: number): number {
    return positionInSlot(this.#words, slot);
  }

  /** So many bytes hold the pending line, unless it is longer than what the slot can tell. */
  lengthAt(slot: number): number {
    return lengthInSlot(this.#words, slot);
  }

  /** Fills the empty slot that `find` gave. */
  put(slot: number, low: number, high: number, line: WaitingLine): void {
    putSlot(this.#words, slot, low, high, line);
    this.count++;
    if (this.count > this.maxCount) this.reserve(Math.ceil(this.count * 1.5));
  }

  /** Empties a slot and moves up what stood behind it. */
  remove(slot: number): void {
    const words = this.#words;
    const place = placeInSlot(words, slot);
    if (place !== undefined) this.#kernel.kept?.release(place, unitsInSlot(words, slot));
    let gap = slot;
    let next = slot;
    this.count--;
    for (;;) {
      next += SLOT_WORDS;
      if (next === words.length) next = 0;
      if (words[next] === 0) break;
      if (this.#reaches(this.#home(words[next + 1] as number), gap, next)) {
        for (let word = 0; word < SLOT_WORDS; word++) words[gap + word] = words[next + word] as number;
        gap = next;
      }
    }
    words[gap] = 0;
  }

  /** Makes room for `count` lines. */
  reserve(count: number): void {
    const slots = Math.ceil(count / FILL) + 1;
    if (slots <= this.slots) return;
    const smaller = this.#words.slice();
    this.slots = slots;
    this.#kernel.grow(this.region, slots * SLOT_BYTES);
    this.#words.fill(0);
    for (let from = 0; from < smaller.length; from += SLOT_WORDS) {
      if (smaller[from] !== 0) this.#reinsert(smaller, from);
    }
  }

  /** Loads the slots of fingerprints into the cache: misses that overlap cost a fifth of misses in a row. */
  touch(batch: LineBatch): number {
    let sum = 0;
    for (let index = 0; index < batch.count; index++) {
      sum += this.#words[this.#home(batch.idHighOf(index))] as number;
    }
    return sum;
  }

  /** All lines left: calls `visit` with each one's slot, in no order. */
  forEachSlot(visit: (words: Int32Array, at: number) => void): void {
    const words = this.#words;
    for (let slot = 0; slot < words.length; slot += SLOT_WORDS) if (words[slot] !== 0) visit(words, slot);
  }

  /** Takes the lines out of the kernel that it keeps: calls `save` with each. From then on the table has their positions. */
  takeKept(save: (side: Side, line: KeptLine) => void): void {
    const { kept } = this.#kernel;
    if (kept === undefined) return;
    this.forEachSlot((words, at) => {
      const place = placeInSlot(words, at);
      if (place === undefined) return;
      const line = kept.at(place);
      save(sideInSlot(words, at), line);
      movePosition(words, at, line.position);
      kept.release(place, unitsInSlot(words, at));
    });
  }

  /** All lines left: calls `visit` with each one's fingerprint, side and position, in no order. */
  forEach(visit: (low: number, high: number, side: Side, position: number) => void): void {
    this.forEachSlot((words, at) => {
      visit(words[at] as number, words[at + 1] as number, sideInSlot(words, at), positionInSlot(words, at));
    });
  }

  #home(high: number): number {
    return Math.floor(((high >>> 0) * this.slots) / WORD) * SLOT_WORDS;
  }

  /** Does the way from `home` to `next` lead over `gap`? */
  #reaches(home: number, gap: number, next: number): boolean {
    return gap <= next ? home <= gap || home > next : home <= gap && home > next;
  }

  #reinsert(from: Int32Array, at: number): void {
    const words = this.#words;
    let word = this.#home(from[at + 1] as number);
    while (words[word] !== 0) {
      word += SLOT_WORDS;
      if (word === words.length) word = 0;
    }
    for (let index = 0; index < SLOT_WORDS; index++) words[word + index] = from[at + index] as number;
  }
}
