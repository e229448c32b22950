/** What the module of `assembly/line-kernel.ts` exports; pointers and words are 32-bit numbers. */
export interface KernelExports {
  memory: WebAssembly.Memory;
  heapStart(): number;
  /** Which bits of ids' fingerprints count. */
  setIdMask(idMask: bigint): void;
  nhKeyAt(): number;
  sipKeyAt(): number;
  /** Writes the two sums of NH of a block to `to`. */
  sumBlock(start: number, end: number, to: number): void;
  setFamily(shape: number): void;
  setStrict(isStrict: number): void;

  setWindow(side: number, start: number, filled: number, ended: number, origin: number): void;
  /** Where the line starts that is passed over next. */
  startOf(side: number): number;
  prefixOf(side: number): number;
  setPrefixLength(side: number, length: number): void;

  /** See `parts/layout.ts` for why they stop; where is in the globals. */
  advance(): number;
  seek(side: number): number;
  seenId: WebAssembly.Global;
  stopSide: WebAssembly.Global;
  lineStart: WebAssembly.Global;
  lineEnd: WebAssembly.Global;
  otherStart: WebAssembly.Global;
  otherEnd: WebAssembly.Global;
  /** The id that was fingerprinted last is that of the line. */
  tellStoppedId(side: number): void;
  passLine(side: number): void;
  setChecked(side: number, start: number): void;
  /** Passes over the pair at which `advance` stopped. */
  passPair(): void;
  beginPass(isFirst: number): void;

  oldCount: WebAssembly.Global;
  newCount: WebAssembly.Global;
  clearCounts(): void;
  changedCount: WebAssembly.Global;
  addedCount: WebAssembly.Global;
  removedCount: WebAssembly.Global;
  CHANGE_PLACES: WebAssembly.Global;
  CHANGE_LENGTHS: WebAssembly.Global;
  PATCHES: WebAssembly.Global;
  changeCount: WebAssembly.Global;
  changeOperations: WebAssembly.Global;
  /** Bytes of all operations. */
  patchEnd: WebAssembly.Global;
  clearChanges(): void;

  /** One line in this many, a power of 2, is noted, by its id. */
  chooseOneIn(oneIn: number): void;
  chooseNone(): void;
  CHOSEN: WebAssembly.Global;
  chosenCount: WebAssembly.Global;
  clearChosen(): void;

  setArena(start: number, end: number, scratch: number, scratchBytes: number): void;
  beginNotes(mask: bigint, value: bigint, settleBytes: number): void;
  setSettleBytes(bytes: number): void;
  narrow(mask: bigint, value: bigint): void;
  notesEnd: WebAssembly.Global;
  idsStart: WebAssembly.Global;
  beginSettling(isLast: number): void;
  settle(): number;
  DUPLICATES: WebAssembly.Global;
  duplicateCount: WebAssembly.Global;
  clearDuplicates(): void;
  beginRest(): void;
  takeRest(out: number, capacity: number): number;
  settleLines(entries: number, first: number, count: number, family: number, isRemoved: number): number;
  settledCount: WebAssembly.Global;

  /** Their result is a 64-bit number. */
  fingerprint(start: number, end: number): void;
  identifyAt(side: number, start: number, end: number): number;
  hash(start: number, end: number): void;
  result: WebAssembly.Global;

  /** Memory for lines that are read and compared. */
  setWork(start: number, end: number): void;
  /** Gives the tape of a line, or 0. */
  readAlone(start: number, end: number): number;
  nodes: WebAssembly.Global;
  setExplaining(isOn: number): void;
  buildLines(
    oldStart: number,
    oldEnd: number,
    newStart: number,
    newEnd: number,
    family: number,
    isRemoved: number,
    isCanonical: number,
    out: number,
    capacity: number,
  ): number;
  patchStart: WebAssembly.Global;
  patchBytes: WebAssembly.Global;
}
