// Lines that are pending and that their source cannot give again. Chunks are of whole units; what is released is used again for
// lines of as many units. Which chunks are free is noted apart from them: to look into each would cost a miss.

/** In front of each line: its position in the catalog, its length without and with the line end. */
const HEADER_BYTES: usize = 16;
const UNIT_SHIFT: usize = 6;
/** Longer lines are not kept. */
const MAX_UNITS: usize = 256;

/** By units, a stack of free chunks: how many, then their places. What does not fit is lost, which costs room and no more. */
const STACK_SHIFT: usize = 12;
const STACK_PLACES: u32 = ((1 << 12) >> 2) - 1;
const STACKS_BYTES: usize = (MAX_UNITS + 1) << STACK_SHIFT;

let stacks: usize = 0;
let next: usize = 0;
let end: usize = 0;

/** Where lines are kept from now on: memory that was not used before. None are where it does not hold the notes about them. */
export function setKeptMemory(pointer: usize, lengthBytes: usize): void {
  if (lengthBytes < STACKS_BYTES) return;
  stacks = pointer;
  next = pointer + STACKS_BYTES;
  end = pointer + lengthBytes;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function newChunk(units: usize): usize {
  const bytes = HEADER_BYTES + (units << UNIT_SHIFT);
  if (bytes > end - next) return 0;
  const place = next;
  next += bytes;
  return place;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function freeChunk(units: usize): usize {
  const stack = stacks + (units << STACK_SHIFT);
  const count = load<u32>(stack);
  if (count == 0) return newChunk(units);
  store<u32>(stack, count - 1);
  return load<u32>(stack + (<usize>count << 2));
}

/** Keeps `[start, following)`, whose text ends at `textEnd`; its place, or 0 where there is no room. */
export function keepLine(start: usize, textEnd: usize, following: usize, position: u64): usize {
  const length = following - start;
  const units = (length + 63) >> UNIT_SHIFT;
  if (units > MAX_UNITS || stacks == 0) return 0;
  const place = freeChunk(units);
  if (place == 0) return 0;
  store<u64>(place, position);
  store<u32>(place, <u32>(textEnd - start), 8);
  store<u32>(place, <u32>length, 12);
  memory.copy(place + HEADER_BYTES, start, length);
  return place;
}

/** Gives the chunk of a line of so many units back. */
export function releaseLine(place: usize, units: usize): void {
  const stack = stacks + (units << STACK_SHIFT);
  const count = load<u32>(stack);
  if (count == STACK_PLACES) return;
  store<u32>(stack, count + 1);
  store<u32>(stack + (<usize>(count + 1) << 2), <u32>place);
}
