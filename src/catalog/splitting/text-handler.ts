/** Receives the texts of an input, each of which should be one operation or record. */
export interface TextHandler {
  /**
   * The range holds one text; the bytes may be overwritten once `push` has returned.
   *
   * @param line line on which it starts, from 1
   * @param column column at which it starts, in characters from 1
   */
  text(bytes: Uint8Array, start: number, end: number, line: number, column: number): void;
  /** Something is wrong with the input around the texts. */
  problem(code: string, message: string, line: number, column?: number): void;
}

/** Cuts an input that arrives in chunks into texts. Memory: one text, never more than the limit. */
export interface TextSplitter {
  push(chunk: Uint8Array): void;
  /** The input is over. */
  end(): void;
}

/**
 * A text (a line, an element of an array) longer than this is refused unread, wherever one is read: memory stays bounded.
 * A JSON Patch request may have a third of it.
 */
export const MAX_TEXT_BYTES = 16 * 1024 * 1024;

/** Bytes of a text that began in an earlier chunk. */
export class CarriedText {
  #pieces: Uint8Array[] = [];
  /** Bytes held. */
  length = 0;

  add(piece: Uint8Array): void {
    this.#pieces.push(Buffer.from(piece));
    this.length += piece.length;
  }

  /** All bytes in one piece; none are held after. */
  take(last: Uint8Array): Uint8Array {
    const whole = Buffer.concat([...this.#pieces, last]);
    this.clear();
    return whole;
  }

  clear(): void {
    this.#pieces = [];
    this.length = 0;
  }
}
