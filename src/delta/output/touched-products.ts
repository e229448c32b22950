import { NEW, type Side } from '../side.ts';
import { ByteList } from './byte-list.ts';
import { Spool } from './spool.ts';

/** Beyond every position in a file: what vanished comes after all that is in the new catalog. */
const VANISHED = 2 ** 52;
const INITIAL_ENTRIES = 256;
/** Bytes handed over at once. */
const CHUNK_BYTES = 1 << 18;

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
  #order = new Float64Array(INITIAL_ENTRIES);
  #positions = new Float64Array(INITIAL_ENTRIES);
  #lengths = new Uint32Array(INITIAL_ENTRIES);
  #notePositions = new Float64Array(INITIAL_ENTRIES);
  #noteLengths = new Uint32Array(INITIAL_ENTRIES);
  #isOrdered = true;

  /** @param memoryBytes operations beyond these go to a temporary file */
  constructor(tempDir?: string, memoryBytes?: number) {
    this.#spool = new Spool(tempDir, memoryBytes);
  }

  /** Puts aside the operations of one product; `emit` gives the note back. */
  add(side: Side, position: number, operations: number, lines: Uint8Array, note?: Uint8Array): void {
    if (this.count === this.#order.length) this.#grow();
    const order = side === NEW ? position : VANISHED + position;
    if (this.count > 0 && order < (this.#order[this.count - 1] as number)) this.#isOrdered = false;
    this.#order[this.count] = order;
    this.#positions[this.count] = this.#spool.append(lines);
    this.#lengths[this.count] = lines.length;
    this.#noteLengths[this.count] = note?.length ?? 0;
    this.#notePositions[this.count] = note === undefined ? 0 : this.#spool.append(note);
    this.count++;
    this.operations += operations;
    this.bytes += lines.length;
  }

  /** Hands over all operations as whole lines, those of a product together, and each product's note before them. */
  async emit(
    sink: (bytes: Uint8Array) => void | Promise<void>,
    onNote?: (note: Buffer) => void | Promise<void>,
  ): Promise<void> {
    const chunk = new ByteList(CHUNK_BYTES);
    for (const entry of this.#entriesInOrder()) {
      if (onNote !== undefined) await onNote(this.#noteOf(entry));
      this.#spool.copyTo(chunk, this.#positions[entry] as number, this.#lengths[entry] as number);
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
    const note = new ByteList(64);
    this.#spool.copyTo(note, this.#notePositions[entry] as number, this.#noteLengths[entry] as number);
    return note.view();
  }

  /** Numbers are sorted by themselves and the entries put to their places: sorting by a comparison takes far more memory. */
  #entriesInOrder(): Uint32Array {
    const entries = new Uint32Array(this.count);
    const order = this.#order.subarray(0, this.count);
    const sorted = this.#isOrdered ? order : order.slice().sort();
    for (let entry = 0; entry < this.count; entry++) {
      const place = this.#isOrdered ? entry : placeOf(sorted, order[entry] as number);
      entries[place] = entry;
    }
    return entries;
  }

  #grow(): void {
    const length = this.#order.length * 2;
    const copy = <T extends Float64Array | Uint32Array>(larger: T, smaller: T): T => {
      larger.set(smaller);
      return larger;
    };
    this.#order = copy(new Float64Array(length), this.#order);
    this.#positions = copy(new Float64Array(length), this.#positions);
    this.#lengths = copy(new Uint32Array(length), this.#lengths);
    this.#notePositions = copy(new Float64Array(length), this.#notePositions);
    this.#noteLengths = copy(new Uint32Array(length), this.#noteLengths);
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
