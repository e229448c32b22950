import { NEW, OLD } from '../side.ts';
import { type DiffRun, DuplicateSuspected } from './diff-run.ts';
import { SeenIds } from './id-log.ts';
import { FLAG_BITS, lengthInSlot, positionInSlot, SLOT_WORDS, sideInSlot } from './line-slot.ts';
import type { Pace } from './pace.ts';
import type { Pairing } from './pairing.ts';
import { entriesOf, forEachPiece, type LogContent } from './partition-log.ts';
import type { PlacedLine } from './placed-line.ts';
import type { RecordPair } from './record-pair.ts';

/** What one thread found in its ranges of the catalogs. */
export interface ThreadLogs {
  /** The ids of lines that met their counterpart. */
  ids: LogContent;
  /** The lines that wait for theirs. */
  lines: LogContent;
}

/** Lines that are compared between two steps of the pace. */
const LINES_PER_STEP = 32;

/** Matches the lines that wait, one partition of the ids after the other. */
export class PartitionJoin {
  readonly #run: DiffRun;
  readonly #pairing: Pairing;
  readonly #pair: RecordPair;
  readonly #pace: Pace;
  readonly #logs: readonly ThreadLogs[];
  readonly #seen = new SeenIds();
  /** The slots of the partition, one behind the other. */
  #slots = new Int32Array(0);
  #end = 0;
  /** By fingerprint, pairs of an old and a new slot: where they end in `slots`, 0 for none. */
  #table = new Int32Array(0);
  #mask = 0;

  constructor(run: DiffRun, pairing: Pairing, pair: RecordPair, pace: Pace, logs: readonly ThreadLogs[]) {
    this.#run = run;
    this.#pairing = pairing;
    this.#pair = pair;
    this.#pace = pace;
    this.#logs = logs;
  }

  /** @throws DuplicateSuspected, FingerprintCollision, EnoughFindings */
  async join(partition: number): Promise<void> {
    this.#gather(partition);
    for (let at = 0; at < this.#end; at += SLOT_WORDS) this.#put(at);
    this.#refuseRepeated(partition);
    for (let at = 0; at <= this.#mask * 2; at += 2) {
      if ((at / 2) % LINES_PER_STEP === 0) await this.#pace.step();
      this.#settle(this.#table[at] as number, this.#table[at + 1] as number);
    }
  }

  #gather(partition: number): void {
    const count = this.#logs.reduce((sum, { lines }) => sum + entriesOf(lines, partition), 0);
    if (this.#slots.length < count * SLOT_WORDS) this.#slots = new Int32Array(count * SLOT_WORDS);
    this.#end = 0;
    for (const { lines } of this.#logs) {
      forEachPiece(lines, partition, (words, start, end) => {
        this.#slots.set(words.subarray(start, end), this.#end);
        this.#end += end - start;
      });
    }
    let capacity = 16;
    while (capacity < count * 2) capacity *= 2;
    if (this.#table.length < capacity * 2) this.#table = new Int32Array(capacity * 2);
    else this.#table.fill(0, 0, capacity * 2);
    this.#mask = capacity - 1;
  }

  /** Where the table has a fingerprint, or would have it. */
  #find(low: number, high: number): number {
    const table = this.#table;
    const slots = this.#slots;
    const wanted = low & ~FLAG_BITS;
    let index = (high ^ (high >>> 11)) & this.#mask;
    for (;;) {
      const end = (table[index * 2] as number) || (table[index * 2 + 1] as number);
      if (end === 0) return index * 2;
      const at = end - SLOT_WORDS;
      if (slots[at + 1] === high && ((slots[at] as number) & ~FLAG_BITS) === wanted) return index * 2;
      index = (index + 1) & this.#mask;
    }
  }

  #put(at: number): void {
    const found = this.#find(this.#slots[at] as number, this.#slots[at + 1] as number);
    const entry = found + sideInSlot(this.#slots, at);
    if (this.#table[entry] !== 0) throw new DuplicateSuspected();
    this.#table[entry] = at + SLOT_WORDS;
  }

  /** Lines that met their counterpart must not have the id of another line of their catalog. */
  #refuseRepeated(partition: number): void {
    this.#seen.clear(this.#logs.reduce((sum, { ids }) => sum + entriesOf(ids, partition), 0));
    for (const { ids } of this.#logs) {
      if (this.#seen.addAll(ids, partition)) throw new DuplicateSuspected();
      if (this.#end > 0) this.#refuseWaiting(ids, partition);
    }
  }

  #refuseWaiting(ids: LogContent, partition: number): void {
    const table = this.#table;
    forEachPiece(ids, partition, (words, start, end) => {
      for (let at = start; at < end; at += 2) {
        const found = this.#find(words[at] as number, words[at + 1] as number);
        if (table[found] !== 0 || table[found + 1] !== 0) throw new DuplicateSuspected();
      }
    });
  }

  /** An old and a new line of one id, as ends of slots; 0 where the catalog has none. */
  #settle(oldEnd: number, newEnd: number): void {
    const { counts, missing } = this.#run;
    if (oldEnd !== 0 && newEnd !== 0) {
      if (this.#hasSameHash(oldEnd, newEnd)) counts.unchanged++;
      else this.#pair.compare(this.#fetch(oldEnd), this.#fetch(newEnd));
    } else if (newEnd !== 0) this.#pair.add(this.#fetch(newEnd));
    else if (oldEnd === 0) return;
    else if (missing === 'ignore') counts.removed++;
    else this.#pair.vanish(this.#fetch(oldEnd));
  }

  #hasSameHash(oldEnd: number, newEnd: number): boolean {
    const slots = this.#slots;
    return slots[oldEnd - 4] === slots[newEnd - 4] && slots[oldEnd - 3] === slots[newEnd - 3];
  }

  #fetch(end: number): PlacedLine {
    const at = end - SLOT_WORDS;
    const side = sideInSlot(this.#slots, at) === OLD ? OLD : NEW;
    return this.#pairing.fetch(side, positionInSlot(this.#slots, at), lengthInSlot(this.#slots, at));
  }
}
