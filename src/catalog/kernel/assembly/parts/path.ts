// Reads the path of an operation: a product, or one attribute of it or of one of its variants.

import { fingerprint } from './fingerprint';
import { isId } from './ids';

const PREFIX_BYTES: i32 = 10;

/** What the path read last addresses. */
export class Path {
  static idStart: usize = 0;
  static idLength: i32 = 0;
  /** Does it address one attribute, of this name? Else a product. */
  static isAttribute: bool = false;
  static nameStart: usize = 0;
  static nameLength: i32 = 0;
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
  Path.idStart = start + PREFIX_BYTES;
  const behindId = idEnd(Path.idStart, end);
  if (behindId == 0) return false;
  Path.idLength = <i32>(behindId - Path.idStart);
  Path.isAttribute = behindId != end;
  if (!Path.isAttribute) {
    fingerprint(start + 1, length - 1);
    return true;
  }
  const name = behindAttributes(behindVariant(behindId + 1, end), end);
  if (name == 0 || segmentEnd(name, end) != end) return false;
  Path.nameStart = name;
  Path.nameLength = <i32>(end - name);
  return true;
}
