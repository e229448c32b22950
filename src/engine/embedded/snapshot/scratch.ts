interface ListKind<List> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, start: number, length: number): List;
}

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

  /** @param kind of the list, such as `Uint32Array` */
  list<List>(kind: ListKind<List>, length: number): List {
    return new kind(this.#take(length * kind.BYTES_PER_ELEMENT), 0, length);
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
