// Operations of changed lines, until the host takes them.
import { CHANGE_BYTES, MAX_CHANGES, MAX_PATCH_BYTES } from './layout';

export const CHANGES = memory.data(MAX_CHANGES * CHANGE_BYTES, 8);
export const PATCHES = memory.data(MAX_PATCH_BYTES, 16);

/** How many changed lines there are, and the bytes of their operations. */
export let changeCount: i32 = 0;
export let patchEnd: u32 = 0;

/** Is there so little room that the host should take what there is? */
export function isFull(): bool {
  return changeCount == MAX_CHANGES || patchEnd > <u32>MAX_PATCH_BYTES / 2;
}

export function noteChange(position: f64, operations: i32, bytes: u32): void {
  const change = CHANGES + <usize>changeCount * CHANGE_BYTES;
  patchEnd += bytes;
  store<f64>(change, position);
  store<i32>(change, operations, 8);
  store<u32>(change, patchEnd, 12);
  changeCount++;
}

/** Forgets what the host took. */
export function clearChanges(): void {
  changeCount = 0;
  patchEnd = 0;
}
