import type { KeptLine, KeptLines } from './memory.ts';
import type { LineKernelExports } from './wasm-exports.ts';
import type { WasmMemory, WasmRegion } from './wasm-memory.ts';

/** Before each line, as `assembly/parts/kept.ts` has it: its position, its length without and with the line end. */
const HEADER_BYTES = 16;
const WORD = 2 ** 32;

/** The lines that the WASM kernel keeps: it puts them there by itself, here they are read. A place is an address. */
export class WasmKeptLines implements KeptLines {
  readonly bytes: number;
  readonly #exports: LineKernelExports;
  readonly #region: WasmRegion;

  constructor(exports: LineKernelExports, memory: WasmMemory, lengthBytes: number) {
    this.bytes = lengthBytes;
    this.#exports = exports;
    this.#region = memory.allocate(lengthBytes);
    exports.setKeptMemory(this.#region.pointer, lengthBytes);
  }

  at(place: number): KeptLine {
    const { bytes, view, pointer } = this.#region;
    const header = place - pointer;
    const start = header + HEADER_BYTES;
    return {
      bytes,
      start,
      end: start + view.getUint32(header + 8, true),
      next: start + view.getUint32(header + 12, true),
      position: view.getUint32(header, true) + view.getUint32(header + 4, true) * WORD,
    };
  }

  release(place: number, units: number): void {
    this.#exports.releaseLine(place, units);
  }
}
