import type { Region } from './line-kernel.ts';

const PAGE_BYTES = 65_536;
/** Vectors are read whole, also at the end of a region. */
const SPARE_BYTES = 64;

/** A region and where it is. */
interface Placed {
  region: Region;
  pointer: number;
  lengthBytes: number;
}

/**
 * Hands out the linear memory from its start on; nothing is given back but with the whole memory. When the memory
 * grows, the views of all regions are made anew: the old ones are empty then.
 */
export class WasmMemory {
  readonly #memory: WebAssembly.Memory;
  readonly #placed: Placed[] = [];
  #end: number;

  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#end = start;
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  allocate(lengthBytes: number): Region {
    const placed = { region: this.#view(0, 0), pointer: 0, lengthBytes: 0 };
    this.#placed.push(placed);
    this.#place(placed, lengthBytes);
    return placed.region;
  }

  /** Moves a region to a larger place, with what is in it. */
  grow(region: Region, lengthBytes: number): void {
    const placed = this.#placed.find((each) => each.region === region);
    if (placed === undefined) throw new RangeError('the region is of another memory');
    const { pointer, lengthBytes: before } = placed;
    this.#place(placed, lengthBytes);
    new Uint8Array(this.buffer).copyWithin(placed.pointer, pointer, pointer + before);
  }

  #place(placed: Placed, lengthBytes: number): void {
    placed.pointer = Math.ceil(this.#end / SPARE_BYTES) * SPARE_BYTES;
    placed.lengthBytes = lengthBytes;
    this.#end = placed.pointer + lengthBytes + SPARE_BYTES;
    const missing = this.#end - this.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    for (const each of missing > 0 ? this.#placed : [placed]) {
      Object.assign(each.region, this.#view(each.pointer, each.lengthBytes));
    }
  }

  #view(pointer: number, lengthBytes: number): Region {
    return {
      bytes: Buffer.from(this.buffer, pointer, lengthBytes),
      view: new DataView(this.buffer, pointer, lengthBytes),
    };
  }
}
