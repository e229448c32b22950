// Operations of products that changed, came or went, until the host takes them.
import { MAX_CHANGES, MAX_PATCH_BYTES } from './layout';

/** Of each product: its place in the delta, and the bytes of its operations; doubles. */
export const CHANGE_PLACES = memory.data(MAX_CHANGES * 8, 8);
export const CHANGE_LENGTHS = memory.data(MAX_CHANGES * 8, 8);
export const PATCHES = memory.data(MAX_PATCH_BYTES, 16);

/** How many products there are, their operations, and the bytes of these. */
export let changeCount: i32 = 0;
export let changeOperations: i32 = 0;
export let patchEnd: u32 = 0;

/** Is there so little room that the host should take what there is? */
export function isFull(): bool {
  return changeCount == MAX_CHANGES || patchEnd > <u32>MAX_PATCH_BYTES / 2;
}

/** Notes a product whose operations were written behind those of the one before. */
export function noteChange(place: f64, operations: i32, bytes: u32): void {
  store<f64>(CHANGE_PLACES + (<usize>changeCount << 3), place);
  store<f64>(CHANGE_LENGTHS + (<usize>changeCount << 3), <f64>bytes);
  patchEnd += bytes;
  changeOperations += operations;
  changeCount++;
}

/** Pairs of lines that differ, and lines without a counterpart. */
export let changedCount: i32 = 0;
export let addedCount: i32 = 0;
export let removedCount: i32 = 0;

/** Counts what became of an old and a new line, of which one may be missing. */
export function countFate(hasOld: bool, hasNew: bool, operations: i32): void {
  if (!hasOld) addedCount++;
  else if (!hasNew) removedCount++;
  else if (operations > 0) changedCount++;
}

/** Forgets what the host took. */
export function clearChanges(): void {
  changedCount = 0;
  addedCount = 0;
  removedCount = 0;
  changeCount = 0;
  changeOperations = 0;
  patchEnd = 0;
}
