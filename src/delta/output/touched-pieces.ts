import type { Side } from '../side.ts';
import { ByteList } from './byte-list.ts';
import type { TouchedSink } from './touched-products.ts';

/** Bytes handed over at once. */
const PIECE_BYTES = 1 << 18;
const ENTRY_NUMBERS = 5;

/** The operations of some touched products, as they are given to another thread. */
export interface TouchedPiece {
  /** For each product: side, position, operations, bytes of their lines, bytes of the note (-1 for none). */
  readonly numbers: Float64Array;
  /** The lines of each product and its note. */
  readonly bytes: Uint8Array;
}

/** Collects the operations of touched products and hands them over in pieces. */
export class TouchedPieces implements TouchedSink {
  readonly #handOver: (piece: TouchedPiece) => void;
  readonly #bytes = new ByteList(PIECE_BYTES * 2);
  #numbers: number[] = [];

  constructor(handOver: (piece: TouchedPiece) => void) {
    this.#handOver = handOver;
  }

  add(side: Side, position: number, operations: number, lines: Uint8Array, note?: Uint8Array): void {
    this.#numbers.push(side, position, operations, lines.length, note?.length ?? -1);
    this.#bytes.span(lines, 0, lines.length);
    if (note !== undefined) this.#bytes.span(note, 0, note.length);
    if (this.#bytes.length >= PIECE_BYTES) this.flush();
  }

  /** Hands over what was collected last. */
  flush(): void {
    if (this.#numbers.length === 0) return;
    this.#handOver({ numbers: Float64Array.from(this.#numbers), bytes: Uint8Array.from(this.#bytes.view()) });
    this.#numbers = [];
    this.#bytes.clear();
  }
}

/** Puts aside the operations of a piece. */
export function takePiece({ numbers, bytes }: TouchedPiece, touched: TouchedSink): void {
  let start = 0;
  for (let at = 0; at < numbers.length; at += ENTRY_NUMBERS) {
    const [side, position, operations, lineBytes, noteBytes] = numbers.subarray(at, at + ENTRY_NUMBERS);
    const end = start + (lineBytes as number);
    const next = end + Math.max(0, noteBytes as number);
    const note = noteBytes === -1 ? undefined : bytes.subarray(end, next);
    touched.add(side as Side, position as number, operations as number, bytes.subarray(start, end), note);
    start = next;
  }
}
