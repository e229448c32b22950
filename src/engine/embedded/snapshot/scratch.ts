/**
 * Arena allocator for one query's lists, reused by the next query to spare the garbage collector. Contents
 * are not cleared and are valid until reset.
 */
export class QueryArena {
  readonly #buffers: ArrayBuffer[] = [];
  #taken = 0;
  #kept: { value: unknown; taken: number } | undefined;

  reset(): void {
    this.#taken = 0;
    this.#kept = undefined;
  }

  /** Keeps what is made of the lists until now, as long as they are valid. */
  keep(value: unknown): void {
    this.#kept = { value, taken: this.#taken };
  }

  /** The kept value, undefined where its lists have gone; lists taken since are free. */
  getKept(): unknown {
    this.#taken = this.#kept?.taken ?? this.#taken;
    return this.#kept?.value;
  }

  uint8(length: number): Uint8Array {
    return new Uint8Array(this.#take(length), 0, length);
  }

  uint16(length: number): Uint16Array {
    return new Uint16Array(this.#take(length * Uint16Array.BYTES_PER_ELEMENT), 0, length);
  }

  uint32(length: number): Uint32Array {
    return new Uint32Array(this.#take(length * Uint32Array.BYTES_PER_ELEMENT), 0, length);
  }

  float32(length: number): Float32Array {
    return new Float32Array(this.#take(length * Float32Array.BYTES_PER_ELEMENT), 0, length);
  }

  float64(length: number): Float64Array {
    return new Float64Array(this.#take(length * Float64Array.BYTES_PER_ELEMENT), 0, length);
  }

  #take(bytes: number): ArrayBuffer {
    const at = this.#taken++;
    let buffer = this.#buffers[at];
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = new ArrayBuffer(Math.ceil((bytes * 1.25) / 8) * 8);
      this.#buffers[at] = buffer;
    }
    return buffer;
  }
}
