/** Text that is given at a time. */
const PIECE_BYTES = 1 << 20;
const LINE_FEED = Buffer.from('\n');

/** Gathers lines to pieces of a good size; a line without its line feed gets one. */
export class Pieces {
  #held: Buffer[] = [];
  #bytes = 0;

  /** A piece, once there is enough for one. */
  add(line: Buffer): Buffer | undefined {
    this.#held.push(line);
    this.#bytes += line.length;
    if (line.at(-1) !== LINE_FEED[0]) this.#held.push(LINE_FEED);
    return this.#bytes < PIECE_BYTES ? undefined : this.rest();
  }

  /** What is left. */
  rest(): Buffer {
    const piece = Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    return piece;
  }
}
