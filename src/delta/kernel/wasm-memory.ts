import type { Region } from './memory.ts';

const PAGE_BYTES = 65_536;
/** Vectors are read whole, also at the end of a region. */
const SPARE_BYTES = 64;

/** A region that knows where it is. */
export interface WasmRegion extends Region {
  pointer: number;
}

/**
 * Hands out the linear memory from its start on; nothing is given back but with the whole memory. When the memory
 * grows, the views of all regions are made again: the old ones are empty then.
 */
export class WasmMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #regions: WasmRegion[] = [];
  #end: number;

  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#end = start;
  }

  allocate(lengthBytes: number): WasmRegion {
    const region = this.#view(0, 0);
    this.#regions.push(region);
    this.#place(region, lengthBytes);
    return region;
  }

  /** Enlarges a region where it is if nothing is behind it; else moves it to a larger place, with what is in it. */
  grow(region: Region, lengthBytes: number): void {
    const moved = this.#regions.find((each) => each === region);
    if (moved === undefined) throw new RangeError('the region is of another memory');
    const { pointer, bytes } = moved;
    const { length } = bytes;
    if (pointer + length + SPARE_BYTES === this.#end) this.#end = pointer;
    this.#place(moved, lengthBytes);
    new Uint8Array(this.#memory.buffer).copyWithin(moved.pointer, pointer, pointer + length);
  }

  /** Is this buffer a piece of the memory? */
  holds(bytes: Uint8Array): boolean {
    return bytes.buffer === this.#memory.buffer;
  }

  #place(region: WasmRegion, lengthBytes: number): void {
    const pointer = Math.ceil(this.#end / SPARE_BYTES) * SPARE_BYTES;
    this.#end = pointer + lengthBytes + SPARE_BYTES;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#growMemory(missing);
    Object.assign(region, this.#view(pointer, lengthBytes));
  }

  #growMemory(missingBytes: number): void {
    const sizes = this.#regions.map(({ bytes }) => bytes.length);
    this.#memory.grow(Math.ceil(missingBytes / PAGE_BYTES));
    for (const [index, region] of this.#regions.entries()) {
      Object.assign(region, this.#view(region.pointer, sizes[index] ?? 0));
    }
  }

  #view(pointer: number, lengthBytes: number): WasmRegion {
    const { buffer } = this.#memory;
    return {
      bytes: Buffer.from(buffer, pointer, lengthBytes),
      view: new DataView(buffer, pointer, lengthBytes),
      words: new Int32Array(buffer, pointer, lengthBytes >> 2),
      pointer,
    };
  }
}
