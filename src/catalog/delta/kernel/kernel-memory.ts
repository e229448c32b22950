import { BrctlError } from '../../../base/errors.ts';

const PAGE_BYTES = 65_536;
const ALIGNMENT = 64;
/** Addresses are signed in places. */
const MAX_ADDRESS = 2 ** 31;
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

  /** Address of this many bytes, a multiple of 64. Nothing must be read into the memory meanwhile: see `whenQuiet`. */
  allocate(lengthBytes: number): number {
    const address = this.#tryToAllocate(lengthBytes);
    if (address === undefined) throw tooLittleMemoryError();
    return address;
  }

  /** Address and length of as many bytes as there can be, of those that are wanted. */
  reserve(wantedBytes: number, leastBytes: number): [address: number, bytes: number] {
    for (let bytes = wantedBytes; ; bytes = Math.max(Math.floor(bytes / 2), leastBytes)) {
      const address = this.#tryToAllocate(bytes);
      if (address !== undefined) return [address, bytes];
      if (bytes === leastBytes) throw tooLittleMemoryError();
    }
  }

  #tryToAllocate(lengthBytes: number): number | undefined {
    const address = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT;
    const end = address + lengthBytes + SPARE_BYTES;
    if (end > MAX_ADDRESS) return undefined;
    const missingBytes = end - this.#memory.buffer.byteLength;
    if (missingBytes > 0 && !this.#grow(missingBytes)) return undefined;
    this.#end = end;
    return address;
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

  /** False: the system does not give so much. */
  #grow(missingBytes: number): boolean {
    if (this.#reads.size > 0) throw new Error('the memory grows while something is read into it');
    try {
      this.#memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    } catch {
      return false;
    }
    this.bytes = Buffer.from(this.#memory.buffer);
    this.view = new DataView(this.#memory.buffer);
    return true;
  }
}

function tooLittleMemoryError(): BrctlError {
  return new BrctlError('the system gives too little memory for the comparison', {
    kind: 'config',
    code: 'diff.no_memory',
    why: 'the process may use no more addresses (ulimit -v), or no memory is left',
    hint: 'raise the limit, or lower --max-memory',
  });
}
