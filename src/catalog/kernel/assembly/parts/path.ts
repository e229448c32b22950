// Reads the path of an operation: a product, or one attribute of it or of one of its variants.
import { isId } from './ids';

const PREFIX_BYTES: i32 = 10;

/** Target of the last path: one attribute, of this name, or a product. */
export let idStart: usize = 0;
export let idLength: i32 = 0;
export let isOfAttribute: bool = false;
export let nameStart: usize = 0;
export let nameLength: i32 = 0;

/** The fingerprint of the product's key, as ids/id-lines.ts makes it, and the numbers that it depends on, from the host. */
export let fingerprintLow: i32 = 0;
export let fingerprintHigh: i32 = 0;
export let seedLow: i32 = 0;
export let seedHigh: i32 = 0;

function fingerprint(start: usize, length: i32): void {
  let low = seedLow ^ length;
  let high = seedHigh ^ length;
  for (let offset: i32 = 0; offset < length; offset++) {
    const byte = <i32>load<u8>(start + offset);
    low = (low ^ byte) * 16777619;
    low ^= low >>> 15;
    high = (high ^ byte) * 16777619;
    high ^= high >>> 15;
  }
  fingerprintLow = (low ^ (low >>> 13)) * 0x5bd1e995;
  fingerprintHigh = (high ^ (high >>> 13)) * 0x5bd1e995;
}

/** Where the segment at `start` ends; 0 for one that is empty, or needs unescaping. */
function segmentEnd(start: usize, end: usize): usize {
  let at = start;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x7e) return 0;
    if (byte == 0x2f) break;
  }
  return at == start ? 0 : at;
}

/** Where the id at `start` ends; 0 for what is none. */
function idEnd(start: usize, end: usize): usize {
  const at = segmentEnd(start, end);
  return at != 0 && isId(start, <i32>(at - start)) ? at : 0;
}

/** Where `attributes/` at `start` ends; 0 where something else is there. */
function behindAttributes(start: usize, end: usize): usize {
  if (<i32>(end - start) < 11 || load<u64>(start) != 0x7475626972747461) return 0;
  return load<u16>(start, 8) == 0x7365 && load<u8>(start, 10) == 0x2f ? start + 11 : 0;
}

/** Where `variants/`, an id and a slash at `start` end; `start` where something else is there. */
function behindVariant(start: usize, end: usize): usize {
  if (<i32>(end - start) < 9 || load<u64>(start) != 0x73746e6169726176 || load<u8>(start, 8) != 0x2f) return start;
  const id = idEnd(start + 9, end);
  return id == 0 || id == end ? start : id + 1;
}

/** Reads a path: `/products/` and an id, and what may follow it. */
export function path(start: usize, length: i32): bool {
  const end = start + <usize>length;
  if (length <= PREFIX_BYTES) return false;
  if (load<u64>(start) != 0x746375646f72702f || load<u16>(start, 8) != 0x2f73) return false;
  idStart = start + PREFIX_BYTES;
  const behindId = idEnd(idStart, end);
  if (behindId == 0) return false;
  idLength = <i32>(behindId - idStart);
  isOfAttribute = behindId != end;
  if (!isOfAttribute) {
    fingerprint(start + 1, length - 1);
    return true;
  }
  const name = behindAttributes(behindVariant(behindId + 1, end), end);
  if (name == 0 || segmentEnd(name, end) != end) return false;
  nameStart = name;
  nameLength = <i32>(end - name);
  return true;
}
