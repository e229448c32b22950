import { ByteList } from '../bytes/byte-list.ts';
import { NumberList } from '../bytes/number-list.ts';
import { placedInOrder } from '../bytes/placed-in-order.ts';
import { NEW, type Side } from '../side.ts';
import { BytesAside } from './bytes-aside.ts';

/** Beyond every position in a file: what vanished comes after all that is in the new catalog. */
const VANISHED = 2 ** 52;
/** Bytes handed over at once. */
const CHUNK_BYTES = 1 << 18;
/** The last product of a chunk seldom has more: then the chunk's buffer need not be doubled. */
const CHUNK_SPARE_BYTES = 1 << 14;

/** A range of bytes; for many, one that is filled again and again. */
export interface ByteRange {
  bytes: Buffer;
  start: number;
  end: number;
}

/**
 * The operations of each touched product, put aside as they are found and handed over in the delta's order: the
 * order of the new catalog, then what vanished in the order of the old one. So the order is the same however
 * lines met.
 */
export class TouchedProducts {
  count = 0;
  operations = 0;
  /** Bytes of all operations. */
  bytes = 0;
  readonly #spool: BytesAside;
  readonly #order = new NumberList();
  /** Where in the spool the lines of each product start; its note follows them, then the next product's lines. */
  readonly #positions = new NumberList();
  readonly #lengths = new NumberList();
  #lastOrder = 0;
  #isOrdered = true;

  /** @param memoryBytes operations beyond these go to a temporary file */
  constructor(tempDir?: string, memoryBytes?: number) {
    this.#spool = new BytesAside(tempDir, memoryBytes);
  }

  /**
   * Puts aside the operations of the product at `position` of one catalog, and a note about them (the explanation, or
   * nothing), which `emit` gives back.
   */
  add(
    side: Side,
    position: number,
    operations: number,
    { bytes, start, end }: ByteRange,
    note?: Buffer,
  ): void {
    const order = side === NEW ? position : VANISHED + position;
    if (order < this.#lastOrder) this.#isOrdered = false;
    this.#lastOrder = order;
    this.#order.push(order);
    this.#positions.push(this.#spool.append(bytes, start, end));
    this.#lengths.push(end - start);
    if (note !== undefined) this.#spool.append(note);
    this.count++;
    this.operations += operations;
    this.bytes += end - start;
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

  #entriesInOrder(): Uint32Array {
    if (this.#isOrdered) return Uint32Array.from({ length: this.count }, (_, entry) => entry);
    return placedInOrder(this.#order.toArray());
  }
}
