// The operations of one product, with their paths. What does not fit into memory is left to the host.
import { compactSize, writeCompact } from './compact';
import { ADD_FRAME_BYTES, REMOVE_FRAME_BYTES } from './layout';
import { growDown, leave, reserve, workEnd } from './work';

/** Path, the new node or one of those below, bytes of its value; bytes of this operation and all before it. */
const ENTRY_BYTES: usize = 24;
/** A path: the one that it continues, or 0; where its segment is in a text, and its length there; bytes of the whole path. */
const PATH_BYTES: usize = 16;

const ADD = memory.data<u8>([
  0x7b, 0x22, 0x6f, 0x70, 0x22, 0x3a, 0x22, 0x61, 0x64, 0x64, 0x22, 0x2c, 0x22, 0x70, 0x61, 0x74, 0x68, 0x22, 0x3a, 0x22,
]);
const VALUE = memory.data<u8>([0x22, 0x2c, 0x22, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x22, 0x3a]);
const REMOVE = memory.data<u8>([
  0x7b, 0x22, 0x6f, 0x70, 0x22, 0x3a, 0x22, 0x72, 0x65, 0x6d, 0x6f, 0x76, 0x65, 0x22, 0x2c, 0x22, 0x70, 0x61, 0x74, 0x68,
  0x22, 0x3a, 0x22,
]);

/** `{"availability":false}`: `false` ends a byte before it. */
const UNAVAILABLE = memory.data<u8>([
  0x7b, 0x22, 0x61, 0x76, 0x61, 0x69, 0x6c, 0x61, 0x62, 0x69, 0x6c, 0x69, 0x74, 0x79, 0x22, 0x3a, 0x66, 0x61, 0x6c, 0x73,
  0x65, 0x7d,
]);

/** In place of a node: nothing, `false`, an object that says unavailable. */
const NO_NODE: i32 = -1;
export const FALSE_NODE: i32 = -2;
export const UNAVAILABLE_NODE: i32 = -3;

const SLASH: u8 = 0x2f;
const TILDE: u8 = 0x7e;

export let count: i32 = 0;

export function clearPatch(): void {
  count = 0;
}

/** The path that is in a text. */
export function rootPath(start: usize, length: u32): usize {
  const path = reserve(PATH_BYTES);
  if (path == 0) return 0;
  store<u32>(path, 0);
  store<u32>(path, <u32>start, 4);
  store<u32>(path, length, 8);
  store<u32>(path, length, 12);
  return path;
}

/** A path with one more segment, which is in a text as JSON has it, and gets the escapes of a path. */
export function joinPath(path: usize, segment: usize, length: u32): usize {
  const joined = rootPath(segment, length);
  if (joined == 0) return path;
  let bytes = load<u32>(path, 12) + 1 + length;
  for (let at: usize = 0; at < <usize>length; at++) {
    const byte = load<u8>(segment + at);
    bytes += u32(byte == SLASH || byte == TILDE);
  }
  store<u32>(joined, <u32>path);
  store<u32>(joined, bytes, 12);
  return joined;
}

@inline
export function lengthOf(path: usize): u32 {
  return load<u32>(path, 12);
}

function writePath(path: usize, out: usize): usize {
  const before: usize = load<u32>(path);
  const start: usize = load<u32>(path, 4);
  const length = load<u32>(path, 8);
  if (before == 0) return copy(start, length, out);
  let to = writePath(before, out);
  store<u8>(to++, SLASH);
  for (let at = start; at < start + length; at++) {
    const byte = load<u8>(at);
    const isEscaped = byte == SLASH || byte == TILDE;
    store<u8>(to++, isEscaped ? TILDE : byte);
    if (isEscaped) store<u8>(to++, byte == TILDE ? 0x30 : 0x31);
  }
  return to;
}

@inline
function entryAt(index: i32): usize {
  return workEnd - <usize>(index + 1) * ENTRY_BYTES;
}

/** Bytes of the first operations, newlines included. */
export function bytesUpTo(operations: i32): u64 {
  return operations == 0 ? 0 : load<u64>(entryAt(operations - 1), 16);
}

/** Takes back all operations from `operations` on. */
export function truncate(operations: i32): void {
  count = operations;
}

function push(path: usize, node: i32, valueBytes: u32, frameBytes: u32): void {
  const entry = entryAt(count);
  if (path == 0 || !growDown(entry)) return leave();
  store<u32>(entry, <u32>path);
  store<i32>(entry, node, 4);
  store<u32>(entry, valueBytes, 8);
  store<u64>(entry, bytesUpTo(count) + frameBytes + lengthOf(path) + valueBytes, 16);
  count++;
}

/** Sets a path to a node of the new line, `FALSE_NODE` or `UNAVAILABLE_NODE`. */
export function pushAdd(path: usize, node: i32): void {
  const bytes = node == FALSE_NODE ? 5 : node == UNAVAILABLE_NODE ? 22 : compactSize(node);
  push(path, node, bytes, ADD_FRAME_BYTES);
}

export function pushRemove(path: usize): void {
  push(path, NO_NODE, 0, REMOVE_FRAME_BYTES);
}

@inline
function copy(from: usize, length: u32, to: usize): usize {
  memory.copy(to, from, length);
  return to + length;
}

/** Writes all operations, one a line; they take `bytesUpTo(count)`. */
export function writePatch(out: usize): void {
  let to = out;
  for (let index = 0; index < count; index++) {
    const entry = entryAt(index);
    const node = load<i32>(entry, 4);
    to = writePath(load<u32>(entry), node == NO_NODE ? copy(REMOVE, 23, to) : copy(ADD, 20, to));
    if (node == NO_NODE) store<u8>(to++, 0x22);
    else to = writeValue(node, load<u32>(entry, 8), copy(VALUE, 10, to));
    store<u8>(to++, 0x7d);
    store<u8>(to++, 0x0a);
  }
}

function writeValue(node: i32, bytes: u32, to: usize): usize {
  if (node == FALSE_NODE) return copy(UNAVAILABLE + 16, bytes, to);
  return node == UNAVAILABLE_NODE ? copy(UNAVAILABLE, bytes, to) : writeCompact(node, bytes, to);
}
