/** Exports of the module of `assembly/line-kernel.ts`; pointers and words are 32-bit numbers. */
export type KernelExports = {
  memory: WebAssembly.Memory;
  heapStart(): number;
  /** Writes the two sums of NH of a block to `to`. */
  sumBlock(start: number, end: number, to: number): void;

  setWindow(side: number, start: number, filled: number, ended: number, origin: number): void;
  /** Where the line starts that is passed over next. */
  startOf(side: number): number;
  prefixOf(side: number): number;
  setPrefixLength(side: number, length: number): void;

  /** See `parts/layout.ts` for why they stop; where is in the globals. */
  advance(): number;
  seek(side: number): number;
  /** The id that was fingerprinted last is that of the line. */
  tellStoppedId(side: number): void;
  passLine(side: number): void;
  setChecked(side: number, start: number): void;
  /** Passes over the pair at which `advance` stopped. */
  passPair(): void;
  beginPass(isFirst: number): void;

  clearCounts(): void;
  clearChanges(): void;
  /** One line in this many, a power of 2, is noted, by its id; 0: none. */
  chooseOneIn(oneIn: number): void;
  clearChosen(): void;

  setArena(start: number, end: number, scratch: number, scratchBytes: number): void;
  beginNotes(mask: bigint, value: bigint, settleBytes: number): void;
  setSettleBytes(bytes: number): void;
  narrow(mask: bigint, value: bigint): void;
  beginSettling(isLast: number): void;
  settle(): number;
  clearDuplicates(): void;
  beginRest(): void;
  takeRest(out: number, capacity: number): number;
  settleLines(entries: number, first: number, count: number, family: number, isRemoved: number): number;

  /** Their result is a 64-bit number. */
  fingerprint(start: number, end: number): void;
  hash(start: number, end: number): void;

  /** Memory for lines that are read and compared. */
  setWork(start: number, end: number): void;
  /** Gives the tape of a line, or 0. */
  readAlone(start: number, end: number): number;
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
} & Record<'result' | 'seenId' | 'idMask', { value: bigint }> &
  Record<
    | ('NH_KEY' | 'SIP_KEY' | 'family' | 'isStrict' | 'isExplaining')
    | ('CHANGE_PLACES' | 'CHANGE_LENGTHS' | 'PATCHES')
    | ('CHOSEN' | 'DUPLICATES' | 'stopSide' | 'lineStart' | 'lineEnd' | 'otherStart' | 'otherEnd')
    | ('oldCount' | 'newCount' | 'changedCount' | 'addedCount' | 'removedCount' | 'changeCount')
    | ('changeOperations' | 'patchEnd' | 'chosenCount' | 'notesEnd' | 'idsStart' | 'duplicateCount')
    | ('settledCount' | 'nodes' | 'patchStart' | 'patchBytes'),
    { value: number }
  >;
