/** What went through a request's body: whoever reads it shows each chunk to `see`. */
export class BodyTap {
  readonly #keepBytes: number;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #bytes = 0;

  /** @param keepBytes so much of the beginning is kept */
  constructor(keepBytes: number) {
    this.#keepBytes = keepBytes;
  }

  see(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#keptBytes >= this.#keepBytes) return;
    // A copy: a slice would keep the parser's whole 64 KiB buffer alive in the request log.
    const head = Buffer.from(chunk.subarray(0, this.#keepBytes - this.#keptBytes));
    this.#kept.push(head);
    this.#keptBytes += head.length;
  }

  /** Bytes that were read, compressed as they came. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The first bytes. */
  head(): Buffer {
    return Buffer.concat(this.#kept);
  }
}
