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

  setWindow(side: number, start: number, filled: number, ended: number, origin: number, keeps: number): void;
  /** Where the line starts that is passed over next. */
  startOf(side: number): number;
  prefixOf(side: number): number;
  setPrefixLength(side: number, length: number): void;
  /** Ranges of the window that are to be kept: pairs of words. */
  rangesOf(side: number): number;
  rangeCount(side: number): number;

  /** See `parts/layout.ts` for why they stop; where is in the globals. */
  advance(): number;
  seek(side: number): number;
  stopSide: WebAssembly.Global;
  lineStart: WebAssembly.Global;
  lineEnd: WebAssembly.Global;
  otherStart: WebAssembly.Global;
  otherEnd: WebAssembly.Global;
  /** The id that was fingerprinted last is that of the line. */
  tellStoppedId(side: number): void;
  dropStopped(side: number): void;
  setChecked(side: number, start: number): void;
  settlePair(isOneId: number): void;

  oldCount: WebAssembly.Global;
  newCount: WebAssembly.Global;
  unchangedCount: WebAssembly.Global;
  changedCount: WebAssembly.Global;
  clearCounts(): void;
  changePlacesAt(): number;
  changeLengthsAt(): number;
  patchesAt(): number;
  changeCount: WebAssembly.Global;
  changeOperations: WebAssembly.Global;
  /** Bytes of all operations. */
  patchEnd: WebAssembly.Global;
  clearChanges(): void;

  /** One line in so many, a power of 2, is noted, by its id. */
  chooseOneIn(oneIn: number): void;
  chosenAt(): number;
  chosenCount: WebAssembly.Global;
  clearChosen(): void;

  listLines(side: number, out: number, capacity: number): number;
  listedCount: WebAssembly.Global;

  freeBlocks: WebAssembly.Global;
  /** Lines that were noted since `clearNoted`. */
  notedLines: WebAssembly.Global;
  clearNoted(): void;
  addBlocks(address: number, count: number): void;
  listBytes(list: number, entryBytes: number): number;
  takeList(list: number, entryBytes: number, to: number): void;
  settlePartition(
    partition: bigint,
    ids: number,
    idCount: number,
    olds: number,
    oldCount: number,
    news: number,
    newCount: number,
    slots: number,
    slotCount: number,
  ): number;
  joinPartition(
    partition: bigint,
    ids: number,
    idCount: number,
    olds: number,
    oldCount: number,
    news: number,
    newCount: number,
    slots: number,
    slotCount: number,
    out: number,
  ): void;
  matchCount: WebAssembly.Global;
  oddIdCount: WebAssembly.Global;
  oddLineCount: WebAssembly.Global;
  sameCount: WebAssembly.Global;
  settleLines(entries: number, first: number, count: number, family: number, isRemoved: number): number;
  settledCount: WebAssembly.Global;
  settledSame: WebAssembly.Global;
  settledChanged: WebAssembly.Global;
  settledAdded: WebAssembly.Global;
  settledRemoved: WebAssembly.Global;
  seekIds(ids: number, count: number, slots: number, slotCount: number): void;

  /** Their result is a 64-bit number. */
  fingerprint(start: number, end: number): void;
  identifyAt(side: number, start: number, end: number): number;
  hash(start: number, end: number): void;
  result: WebAssembly.Global;

  readLine(side: number, start: number, end: number): number;
  oldNodes: WebAssembly.Global;
  newNodes: WebAssembly.Global;
  tapeOf(side: number): number;
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
  /** Bytes that they wrote last. */
  patchBytes: WebAssembly.Global;
  differingMembers(
    oldTape: number,
    oldObject: number,
    newTape: number,
    newObject: number,
    out: number,
  ): number;
}
