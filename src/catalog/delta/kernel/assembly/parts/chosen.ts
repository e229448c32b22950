// Lines that the host wants to see, chosen by their ids: always the same products, in any order and in either catalog. They are
// noted as they are passed over, until the host takes them.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { CHOSEN_BYTES, MAX_CHOSEN, SPARE_CHOSEN } from './layout';

const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;
const FNV_BASIS: u32 = 0x811c9dc5;
const FNV_PRIME: u32 = 0x01000193;

const CHOSEN_LINE: i32 = 1;
const PERHAPS: i32 = 2;

export const CHOSEN = memory.data((MAX_CHOSEN + SPARE_CHOSEN) * CHOSEN_BYTES, 16);
export let chosenCount: i32 = 0;

/** Which bits of the hash are 0 for a line that is chosen; of none, where nobody wants to see any. */
let mask: u32 = 0;
export let isChoosing: bool = false;

/** One line in `oneIn`, a power of 2, is to be noted; 0: none. */
export function chooseOneIn(oneIn: u32): void {
  mask = oneIn - 1;
  isChoosing = oneIn != 0;
}

export function isChosenFull(): bool {
  return chosenCount >= MAX_CHOSEN;
}

export function clearChosen(): void {
  chosenCount = 0;
}

/** FNV-1a of the path as far as a prefix has it, which ends where the id begins. */
export function pathHash(prefix: usize, length: usize): u32 {
  const end = prefix + length;
  let at = end;
  while (at > prefix && load<u8>(at - 1) != QUOTE) at--;
  let hash = FNV_BASIS;
  for (; at < end; at++) hash = (hash ^ <u32>load<u8>(at)) * FNV_PRIME;
  return hash;
}

/** So that the lowest bits depend on all. */
@inline
function mixed(hash: u32): u32 {
  let bits = (hash ^ (hash >> 16)) * 0x85ebca6b;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35;
  return bits ^ (bits >> 16);
}

/** Is a line to be noted: `CHOSEN_LINE`, or 0? One whose path is not spelled plainly is `PERHAPS`, for the host to tell. */
export function choiceOf(start: usize, end: usize, prefix: usize, prefixLength: usize, hashSoFar: u32): i32 {
  if (prefixLength == 0 || end - start <= prefixLength || !sameBytes(start, prefix, prefixLength)) return PERHAPS;
  let hash = hashSoFar;
  for (let at = start + prefixLength; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == QUOTE) return (mixed(hash) & mask) == 0 ? CHOSEN_LINE : 0;
    if (byte == BACKSLASH) return PERHAPS;
    hash = (hash ^ <u32>byte) * FNV_PRIME;
  }
  return PERHAPS;
}

/** Notes a line that is the same in both catalogs. */
export function noteSame(start: usize, end: usize, choice: i32): void {
  noteChosen(start, choice == CHOSEN_LINE ? end : 0, start, end);
}

/** Notes lines: 0 for none. */
export function noteChosen(oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize): void {
  const entry = CHOSEN + <usize>chosenCount * CHOSEN_BYTES;
  store<u32>(entry, <u32>oldStart);
  store<u32>(entry, <u32>oldEnd, 4);
  store<u32>(entry, <u32>newStart, 8);
  store<u32>(entry, <u32>newEnd, 12);
  chosenCount++;
}
