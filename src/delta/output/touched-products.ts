import { NEW, type Side } from '../side.ts';
import { ByteList } from './byte-list.ts';
import { NumberList } from './number-list.ts';
import { Spool } from './spool.ts';

/** Beyond every position in a file: what vanished comes after all that is in the new catalog. */
const VANISHED = 2 ** 52;
/** Bytes handed over at once. */
const CHUNK_BYTES = 1 << 18;
/** The last product of a chunk seldom has more: then the chunk's buffer need not be doubled. */
const CHUNK_SPARE_BYTES = 1 << 14;

/** Takes the operations of each touched product as they are found. */
export interface TouchedSink {
  /**
   * Puts aside the operations of the product at `position` of one catalog, and a note about them (the explanation, or
   * nothing).
   */
  add(side: Side, position: number, operations: number, lines: Uint8Array, note?: Uint8Array): void;
}

/**
 * The operations of each touched product, put aside as they are found and handed over in the delta's order: the
 * order of the new catalog, then what vanished in the order of the old one. So the order is the same however
 * lines met.
 */
export class TouchedProducts implements TouchedSink {
  count = 0;
  operations = 0;
  /** Bytes of all operations. */
  bytes = 0;
  readonly #spool: Spool;
  readonly #order = new NumberList();
  /** Where in the spool the lines of each product start; its note follows them, then the next product's lines. */
  readonly #positions = new NumberList();
  readonly #lengths = new NumberList();
  #lastOrder = 0;
  #isOrdered = true;

  /** @param memoryBytes operations beyond these go to a temporary file */
  constructor(tempDir?: string, memoryBytes?: number) {
    this.#spool = new Spool(tempDir, memoryBytes);
  }

  /** Puts aside the operations of one product; `emit` gives the note back. */
  add(side: Side, position: number, operations: number, lines: Uint8Array, note?: Uint8Array): void {
    const order = side === NEW ? position : VANISHED + position;
    if (order < this.#lastOrder) this.#isOrdered = false;
    this.#lastOrder = order;
    this.#order.push(order);
    this.#positions.push(this.#spool.append(lines));
    this.#lengths.push(lines.length);
    if (note !== undefined) this.#spool.append(note);
    this.count++;
    this.operations += operations;
    this.bytes += lines.length;
  }

  /** Hands over all operations as whole lines, those of a product together, and each product's note before them. */
  async emit(
    sink: (bytes: Uint8Array) => void | Promise<void>,
    onNote?: (note: Buffer) => void | Promise<void>,
  ): Promise<void> {
    const chunk = new ByteList(CHUNK_BYTES + CHUNK_SPARE_BYTES);
    for (const entry of this.#entriesInOrder()) {
      if (onNote !== undefined) await onNote(this.#noteOf(entry));
      this.#spool.copyTo(chunk, this.#positions.at(entry), this.#lengths.at(entry));
      if (chunk.length < CHUNK_BYTES) continue;
      await sink(Buffer.from(chunk.view()));
      chunk.clear();
    }
    if (chunk.length > 0) await sink(Buffer.from(chunk.view()));
  }

  close(): void {
    this.#spool.close();
  }

  #noteOf(entry: number): Buffer {
    const start = this.#positions.at(entry) + this.#lengths.at(entry);
    const end = entry + 1 < this.count ? this.#positions.at(entry + 1) : this.#spool.length;
    const note = new ByteList(64);
    this.#spool.copyTo(note, start, end - start);
    return note.view();
  }

  /** Numbers are sorted by themselves and the entries put to their places: sorting by a comparison takes far more memory. */
  #entriesInOrder(): Uint32Array {
    const entries = new Uint32Array(this.count);
    const sorted = this.#isOrdered ? undefined : this.#order.toArray().sort();
    for (let entry = 0; entry < this.count; entry++) {
      const place = sorted === undefined ? entry : placeOf(sorted, this.#order.at(entry));
      entries[place] = entry;
    }
    return entries;
  }
}

/** Index of a number in a sorted list of different ones that holds it. */
function placeOf(sorted: Float64Array, wanted: number): number {
  let first = 0;
  let last = sorted.length - 1;
  while (first < last) {
    const middle = (first + last) >>> 1;
    if ((sorted[middle] as number) < wanted) first = middle + 1;
    else last = middle;
  }
  return first;
}
