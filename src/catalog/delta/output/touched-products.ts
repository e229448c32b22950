import { computeSortPermutation } from '../bytes/sort-permutation.ts';
import { VANISHED_PLACE } from '../kernel/assembly/parts/layout.ts';
import type { ChangeBatch, PatchLines } from '../kernel/kernel.ts';
import { NEW, type Side } from '../side.ts';
import { SpillBuffer } from './spill-buffer.ts';

/** Bytes handed over at once. */
const CHUNK_BYTES = 1 << 18;

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
  readonly #spool: SpillBuffer;
  /** Of each product, its place in the delta and the bytes of its operations, which lie in the spool one behind the other. */
  readonly #places: number[] = [];
  readonly #lengths: number[] = [];
  /** Bytes of each product's note, which follows its operations in the spool. Either no product has one, or every one. */
  readonly #noteLengths: number[] = [];

  constructor(tempDir?: string) {
    this.#spool = new SpillBuffer(tempDir);
  }

  /**
   * Puts aside the operations of the product at `position` of one catalog, and a note about them (the explanation, or
   * nothing), which `emit` gives back.
   */
  add(side: Side, position: number, operations: number, lines: PatchLines, note?: Buffer): void {
    const place = side === NEW ? position : VANISHED_PLACE + position;
    this.addAll({ places: [place], lengths: [lines.end - lines.start], operations, lines });
    if (note === undefined) return;
    this.#noteLengths.push(note.length);
    this.#spool.append(note);
  }

  /** Puts aside the operations of many products, without notes. */
  addAll({ places, lengths, operations, lines: { bytes, start, end } }: ChangeBatch): void {
    for (const place of places) this.#places.push(place);
    for (const length of lengths) this.#lengths.push(length);
    this.#spool.append(bytes, start, end);
    this.count += places.length;
    this.operations += operations;
    this.bytes += end - start;
  }

  /**
   * Hands over all operations as whole lines, those of a product together, and each product's note before them. The bytes are
   * the sink's until its promise settles.
   */
  async emit(
    sink: (bytes: Uint8Array) => void | Promise<void>,
    onNote?: (note: Buffer) => void | Promise<void>,
  ): Promise<void> {
    const entries = this.#sortEntries();
    const starts = this.#locateStarts();
    let chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    let filled = 0;
    for (let first = 0; first < entries.length; ) {
      const entry = entries[first] as number;
      if (onNote !== undefined) await onNote(this.#readNote(entry, starts));
      const start = starts[entry] as number;
      const last = onNote === undefined ? findRunEnd(entries, first, starts, start + CHUNK_BYTES) : first;
      const lastEntry = entries[last] as number;
      const length = (starts[lastEntry] as number) + (this.#lengths[lastEntry] as number) - start;
      if (filled + length > chunk.length) {
        if (filled > 0) await sink(chunk.subarray(0, filled));
        if (length > chunk.length) chunk = Buffer.allocUnsafeSlow(length);
        filled = 0;
      }
      this.#spool.read(chunk, filled, start, length);
      filled += length;
      first = last + 1;
    }
    if (filled > 0) await sink(chunk.subarray(0, filled));
  }

  close(): void {
    this.#spool.close();
  }

  /** Where in the spool the operations of each product start. */
  #locateStarts(): Float64Array {
    const hasNotes = this.#noteLengths.length > 0;
    const starts = new Float64Array(this.count);
    let start = 0;
    for (let entry = 0; entry < starts.length; entry++) {
      starts[entry] = start;
      start += (this.#lengths[entry] as number) + (hasNotes ? (this.#noteLengths[entry] as number) : 0);
    }
    return starts;
  }

  #readNote(entry: number, starts: Float64Array): Buffer {
    const start = (starts[entry] as number) + (this.#lengths[entry] as number);
    const note = Buffer.allocUnsafe(this.#noteLengths[entry] as number);
    this.#spool.read(note, 0, start, note.length);
    return note;
  }

  #sortEntries(): Uint32Array {
    const places = Float64Array.from(this.#places);
    if (!isAscending(places)) return computeSortPermutation(places);
    const entries = new Uint32Array(this.count);
    for (let entry = 1; entry < entries.length; entry++) entries[entry] = entry;
    return entries;
  }
}

function isAscending(numbers: Float64Array): boolean {
  for (let index = 1; index < numbers.length; index++)
    if ((numbers[index - 1] as number) > (numbers[index] as number)) return false;
  return true;
}

/** How far entries follow each other in the spool as well, up to the one that passes a limit there. */
function findRunEnd(entries: Uint32Array, first: number, starts: Float64Array, limit: number): number {
  let last = first;
  for (;;) {
    const next = (entries[last] as number) + 1;
    if (entries[last + 1] !== next || (starts[next] as number) >= limit) return last;
    last++;
  }
}
