// Notes of ids and lines, in lists by partition. Entries are appended; a list is taken as a whole, in no order.
import { BLOCK_BYTES, ID_BYTES, LINE_BYTES, LISTS_PER_PARTITION, PARTITIONS, SETTLED_IDS } from './layout';

const LINK_BYTES: usize = 4;
const OFFSET_MASK: usize = BLOCK_BYTES - 1;

/** Where the next entry of each list goes; 0 for an empty list. */
const TAILS = memory.data(PARTITIONS * LISTS_PER_PARTITION * 4, 4);

/** Blocks that were used before, linked; then memory that was not. */
let released: usize = 0;
let fresh: usize = 0;
let freshEnd: usize = 0;

/** Blocks that are free. */
export let freeBlocks: i32 = 0;

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function blockOf(tail: usize): usize {
  return (tail - 1) & ~OFFSET_MASK;
}

function release(block: usize): void {
  store<u32>(block, <u32>released);
  released = block;
  freeBlocks++;
}

/** Gives so many blocks of memory to the lists. */
export function addBlocks(address: usize, count: i32): void {
  freeBlocks -= <i32>((freshEnd - fresh) / BLOCK_BYTES);
  for (; fresh < freshEnd; fresh += BLOCK_BYTES) release(fresh);
  fresh = address;
  freshEnd = address + <usize>count * BLOCK_BYTES;
  freeBlocks += count;
}

/** The caller sees to it that a block is free. */
function startBlock(tail: usize): usize {
  let block = released;
  if (block != 0) released = load<u32>(block);
  else {
    block = fresh;
    fresh += BLOCK_BYTES;
  }
  freeBlocks--;
  store<u32>(block, tail == 0 ? 0 : <u32>blockOf(tail));
  return block + LINK_BYTES;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function append(list: usize, bytes: usize): usize {
  const place = TAILS + (list << 2);
  let tail: usize = load<u32>(place);
  const used = tail & OFFSET_MASK;
  if (used == 0 || used + bytes > <usize>BLOCK_BYTES) tail = startBlock(tail);
  store<u32>(place, <u32>(tail + bytes));
  return tail;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function listOf(id: u64, kind: usize): usize {
  return <usize>(id >> 56) * LISTS_PER_PARTITION + kind;
}

/** Notes an id that is in both catalogs and needs nothing more. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
export function noteId(id: u64): void {
  store<u64>(append(listOf(id, SETTLED_IDS), ID_BYTES), id);
}

/** Lines that were noted since `clearNoted`. */
export let notedLines: i32 = 0;

export function clearNoted(): void {
  notedLines = 0;
}

/** Notes a line again as it was noted before. */
export function noteAgain(kind: usize, id: u64, line: usize): void {
  const entry = append(listOf(id, kind), LINE_BYTES);
  store<u64>(entry, load<u64>(line));
  store<u64>(entry, load<u64>(line, 8), 8);
  store<u32>(entry, load<u32>(line, 16), 16);
}

/** Notes a line that waits for its counterpart. */
export function noteLine(kind: usize, id: u64, hash: u64, position: u64): void {
  const entry = append(listOf(id, kind), LINE_BYTES);
  store<u64>(entry, (id << 8 >> 8) | (position >> 32 << 56));
  store<u64>(entry, hash, 8);
  store<u32>(entry, <u32>position, 16);
  notedLines++;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function bytesOfFull(entryBytes: usize): usize {
  return (<usize>BLOCK_BYTES - LINK_BYTES) / entryBytes * entryBytes;
}

/** Bytes of all entries of a list. */
export function listBytes(list: usize, entryBytes: usize): usize {
  let tail: usize = load<u32>(TAILS + (list << 2));
  let bytes: usize = 0;
  while (tail != 0) {
    const block = blockOf(tail);
    bytes += tail - block - LINK_BYTES;
    tail = load<u32>(block);
    if (tail != 0) tail += LINK_BYTES + bytesOfFull(entryBytes);
  }
  return bytes;
}

/** Copies all entries of a list and empties it. */
export function takeList(list: usize, entryBytes: usize, to: usize): void {
  const place = TAILS + (list << 2);
  let tail: usize = load<u32>(place);
  store<u32>(place, 0);
  while (tail != 0) {
    const block = blockOf(tail);
    const bytes = tail - block - LINK_BYTES;
    memory.copy(to, block + LINK_BYTES, bytes);
    to += bytes;
    tail = load<u32>(block);
    if (tail != 0) tail += LINK_BYTES + bytesOfFull(entryBytes);
    release(block);
  }
}
