/** What the module of `assembly/line-kernel.ts` exports; pointers and words are 32-bit numbers. */
export interface LineKernelExports {
  memory: WebAssembly.Memory;
  scannedTo: WebAssembly.Global;
  /** The hash that was computed last, in two words. */
  resultLow: WebAssembly.Global;
  resultHigh: WebAssembly.Global;
  heapStart(): number;
  /** Where `matchRun` stopped in the windows, and how many of the lines that it passed over changed. */
  oldStop: WebAssembly.Global;
  newStop: WebAssembly.Global;
  changedCount: WebAssembly.Global;
  setPrefixes(oldPrefix: number, oldLength: number, newPrefix: number, newLength: number): void;
  matchRun(
    oldStart: number,
    oldEnd: number,
    newStart: number,
    newEnd: number,
    seed: bigint,
    family: number,
    found: number,
    capacity: number,
    changes: number,
    out: number,
    outEnd: number,
  ): number;
  scanLines(
    base: number,
    start: number,
    filled: number,
    ended: number,
    prefix: number,
    prefixLength: number,
    seed: bigint,
    batch: number,
    capacity: number,
  ): number;
  identifyLine(start: number, end: number, prefix: number, prefixLength: number, seed: bigint): number;
  fingerprint(start: number, end: number, seed: bigint): void;
  hash(start: number, end: number, seed: bigint): void;
  tokenize(
    start: number,
    end: number,
    from: number,
    words: number,
    capacity: number,
    stack: number,
    maxDepth: number,
  ): number;
  /** Lines that are pending after `matchBatches`, and lines that met their counterpart in it. */
  pendingCount: WebAssembly.Global;
  matchedCount: WebAssembly.Global;
  setPendingCount(count: number): void;
  matchBatches(
    oldBatch: number,
    oldCount: number,
    oldOrigin: bigint,
    oldWindow: number,
    newBatch: number,
    newCount: number,
    newOrigin: bigint,
    newWindow: number,
    step: number,
    table: number,
    slots: number,
    maxPending: number,
    found: number,
  ): number;
  setKeptMemory(pointer: number, lengthBytes: number): void;
  releaseLine(place: number, units: number): void;
  placeTapes(oldTape: number, newTape: number, nodes: number, stack: number, maxDepth: number): void;
  /** Bytes that `patchLines` or `addLine` wrote last. */
  patchBytes: WebAssembly.Global;
  patchLines(
    oldStart: number,
    oldEnd: number,
    newStart: number,
    newEnd: number,
    family: number,
    out: number,
    capacity: number,
  ): number;
  vanishLine(
    start: number,
    end: number,
    family: number,
    isRemoved: number,
    out: number,
    capacity: number,
  ): number;
  addLine(start: number, end: number, family: number, out: number, capacity: number): number;
  differingMembers(
    oldTape: number,
    oldObject: number,
    oldText: number,
    newTape: number,
    newObject: number,
    newText: number,
    out: number,
  ): number;
}
