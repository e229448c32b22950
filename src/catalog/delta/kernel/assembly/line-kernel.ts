// The inner loops of the diff, over linear memory. The host allocates everything from `heapStart` on; a pointer is an
// offset in the memory. Windows have 64 bytes to spare behind them, so that whole vectors can be read at their ends.
// Begin with `advance`, which walks both catalogs by `sides` and `lines`. `notes` joins by id what it leaves waiting. `read-pair`
// compares two lines of one id: `record` finds the value, `differ` what changed, by `shapes` and `members`, `patch` writes it.
import { hashOf } from './parts/hash';
import { setId } from './parts/sides';
import { fingerprintOf } from './parts/plain-id';

export {
  advance, beginPass, clearCounts, family, isStrict, newCount, oldCount, otherEnd, otherStart, passPair,
} from './parts/advance';
export { idMask } from './parts/plain-id';
export { CHOSEN, chooseOneIn, chosenCount, clearChosen } from './parts/chosen';
export {
  addedCount, CHANGE_LENGTHS, CHANGE_PLACES, changeCount, changedCount, changeOperations, clearChanges, PATCHES, patchEnd,
  removedCount,
} from './parts/changes';
export { isExplaining, patchBytes, patchStart } from './parts/differ';
export {
  DUPLICATES, beginNotes, beginRest, beginSettling, clearDuplicates, duplicateCount, idsStart, narrow, notesEnd, setArena, setSettleBytes, settle, takeRest,
} from './parts/notes';
export { NH_KEY, sumBlock } from './parts/hash';
export { SIP_KEY } from './parts/siphash';
export { settledCount, settleLines } from './parts/read-lines';
export { buildLines, nodes, readAlone } from './parts/read-pair';
export {
  lineEnd, lineStart, passLine, prefixOf, seek, seenId, setChecked, setPrefixLength, setWindow, startOf, stopSide,
} from './parts/sides';
export { setWork } from './parts/work';

/** The fingerprint or hash that was found last. */
export let result: u64 = 0;

/** First byte that the host may use. */
export function heapStart(): usize {
  return __heap_base;
}

export function fingerprint(start: usize, end: usize): void {
  result = fingerprintOf(start, end);
}

/** Says that the line that comes next has the id that was fingerprinted last. */
export function tellStoppedId(side: i32): void {
  setId(side, result);
}

export function hash(start: usize, end: usize): void {
  result = hashOf(start, end);
}
