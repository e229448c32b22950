/** What the module of `assembly/line-kernel.ts` exports; pointers and words are 32-bit numbers. */
export interface LineKernelExports {
  memory: WebAssembly.Memory;
  matchedBytes: WebAssembly.Global;
  scannedTo: WebAssembly.Global;
  /** The hash that was computed last, in two words. */
  resultLow: WebAssembly.Global;
  resultHigh: WebAssembly.Global;
  heapStart(): number;
  matchRun(
    startA: number,
    startB: number,
    length: number,
    prefix: number,
    prefixLength: number,
    seed: bigint,
    found: number,
    capacity: number,
  ): number;
  scanLines(
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
  tokenize(start: number, end: number, from: number, words: number, stack: number, maxDepth: number): number;
  /** Lines that are pending after `matchBatches`, and lines that met their counterpart in it. */
  pendingCount: WebAssembly.Global;
  matchedCount: WebAssembly.Global;
  setPendingCount(count: number): void;
  matchBatches(
    oldBatch: number,
    oldCount: number,
    oldOrigin: bigint,
    newBatch: number,
    newCount: number,
    newOrigin: bigint,
    step: number,
    table: number,
    slots: number,
    maxPending: number,
    found: number,
  ): number;
  /** Bytes that `patchOf` or `additionOf` wrote last. */
  patchBytes: WebAssembly.Global;
  patchOf(oldTape: number, newTape: number, family: number, out: number, capacity: number): number;
  additionOf(tape: number, family: number, out: number, capacity: number): number;
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
