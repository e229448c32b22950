const PAGE_BYTES = 65_536;
/** Vectors are read whole, also at the end of a range; and a line feed may be put there. */
const SPARE_BYTES = 128;

/**
 * Hands out the kernel's memory from its start on; nothing is given back but with the whole memory. Addresses stay good when
 * the memory grows, views of it do not: they are asked for here whenever they are used.
 */
export class KernelMemory {
  bytes: Buffer;
  view: DataView;
  readonly #memory: WebAssembly.Memory;
  #end: number;
  /** Reads under way into this memory: it must not grow meanwhile. */
  readonly #reads = new Set<Promise<unknown>>();

  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#end = start;
    this.bytes = Buffer.from(memory.buffer);
    this.view = new DataView(memory.buffer);
  }

  /** Address of this many bytes, a multiple of `alignment`. Nothing must be read into the memory meanwhile: see `whenQuiet`. */
  allocate(lengthBytes: number, alignment = 64): number {
    const address = Math.ceil(this.#end / alignment) * alignment;
    this.#end = address + lengthBytes + SPARE_BYTES;
    const missingBytes = this.#end - this.#memory.buffer.byteLength;
    if (missingBytes > 0) this.#grow(missingBytes);
    return address;
  }

  /** Address and length of as many bytes as there can be, of those that are wanted. */
  reserve(wantedBytes: number, leastBytes: number): [address: number, bytes: number] {
    for (let bytes = wantedBytes; ; bytes = Math.max(Math.floor(bytes / 2), leastBytes)) {
      const end = this.#end;
      try {
        return [this.allocate(bytes), bytes];
      } catch (error) {
        if (!(error instanceof RangeError) || bytes === leastBytes) throw error;
        this.#end = end;
      }
    }
  }

  /** Notes that something is being read into the memory. */
  reading(read: Promise<unknown>): void {
    const forget = () => this.#reads.delete(read);
    void read.then(forget, forget); // the waiting caller gets the error
    this.#reads.add(read);
  }

  /** Waits until nothing is being read into the memory. */
  async whenQuiet(): Promise<void> {
    await Promise.allSettled(this.#reads);
  }

  /** Words at an address. */
  words(address: number, count: number): Int32Array {
    return new Int32Array(this.#memory.buffer, address, count);
  }

  /** Doubles at an address that is a multiple of eight. */
  doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.#memory.buffer, address, count);
  }

  #grow(missingBytes: number): void {
    if (this.#reads.size > 0) throw new Error('the memory grows while something is read into it');
    this.#memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    this.bytes = Buffer.from(this.#memory.buffer);
    this.view = new DataView(this.#memory.buffer);
  }
}
