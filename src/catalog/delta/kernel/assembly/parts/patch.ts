// The operations of one product, as src/catalog/delta/tree/patch-list.ts keeps them, with their paths. Patches that do not fit are
// left to the host.
import { compactSize, writeCompact } from './compact';
import { ADD_FRAME_BYTES, REMOVE_FRAME_BYTES } from './layout';
import { leave } from './pair';

const MAX_ENTRIES: i32 = 1024;
const ENTRY_SHIFT: usize = 5;
/** Path, its length, the new node or -1, bytes of its value, bytes of this operation and all before it. */
const ENTRIES = memory.data(32 * 1024, 4);
const PATH_BYTES: usize = 1 << 16;
const PATHS = memory.data(1 << 16, 16);

const ADD = memory.data<u8>([
  0x7b, 0x22, 0x6f, 0x70, 0x22, 0x3a, 0x22, 0x61, 0x64, 0x64, 0x22, 0x2c, 0x22, 0x70, 0x61, 0x74, 0x68, 0x22, 0x3a, 0x22,
]);
const VALUE = memory.data<u8>([0x22, 0x2c, 0x22, 0x76, 0x61, 0x6c, 0x75, 0x65, 0x22, 0x3a]);
const FALSE = memory.data<u8>([0x66, 0x61, 0x6c, 0x73, 0x65]);
const REMOVE = memory.data<u8>([
  0x7b, 0x22, 0x6f, 0x70, 0x22, 0x3a, 0x22, 0x72, 0x65, 0x6d, 0x6f, 0x76, 0x65, 0x22, 0x2c, 0x22, 0x70, 0x61, 0x74, 0x68,
  0x22, 0x3a, 0x22,
]);

const SLASH: u8 = 0x2f;
const TILDE: u8 = 0x7e;

/** Operations so far. */
export let count: i32 = 0;
let pathsEnd: usize = PATHS;

/** Starts with none. */
export function clearPatch(): void {
  count = 0;
  pathsEnd = PATHS;
}

/** Length of the path that `joinPath` made last. */
export let joinedLength: u32 = 0;

/** A path with one more segment, which is in a text without escapes of JSON. */
export function joinPath(path: usize, length: u32, segment: usize, segmentLength: u32): usize {
  const joined = pathsEnd;
  joinedLength = length + 1 + segmentLength;
  if (joined + joinedLength > PATHS + PATH_BYTES) {
    leave();
    return path;
  }
  memory.copy(joined, path, length);
  store<u8>(joined + length, SLASH);
  const to = joined + length + 1;
  for (let at: u32 = 0; at < segmentLength; at++) {
    const byte = load<u8>(segment + at);
    if (byte == SLASH || byte == TILDE) leave();
    store<u8>(to + at, byte);
  }
  pathsEnd = joined + joinedLength;
  return joined;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function entryAt(index: i32): usize {
  return ENTRIES + (<usize>index << ENTRY_SHIFT);
}

/** Bytes of the first operations, newlines included. */
export function bytesUpTo(operations: i32): u32 {
  return operations == 0 ? 0 : load<u32>(entryAt(operations - 1), 16);
}

/** Takes back all operations from `operations` on. */
export function truncate(operations: i32): void {
  count = operations;
}

function push(path: usize, length: u32, node: i32, valueBytes: u32, bytes: u32): void {
  if (count == MAX_ENTRIES) return leave();
  const entry = entryAt(count);
  store<u32>(entry, <u32>path);
  store<u32>(entry, length, 4);
  store<i32>(entry, node, 8);
  store<u32>(entry, valueBytes, 12);
  store<u32>(entry, bytesUpTo(count) + bytes, 16);
  count++;
}

/** Sets a path to a node of the new line. */
export function pushAdd(path: usize, length: u32, node: i32): void {
  const valueBytes = compactSize(node);
  push(path, length, node, valueBytes, <u32>ADD_FRAME_BYTES + length + valueBytes);
}

/** Stands for a value that is in neither line. */
const FALSE_NODE: i32 = -2;

/** Sets a path to false. */
export function pushFalse(path: usize, length: u32): void {
  push(path, length, FALSE_NODE, 5, <u32>ADD_FRAME_BYTES + length + 5);
}

/** Removes what is at a path. */
export function pushRemove(path: usize, length: u32): void {
  push(path, length, -1, 0, <u32>REMOVE_FRAME_BYTES + length);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
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
    const path: usize = load<u32>(entry);
    const length = load<u32>(entry, 4);
    const node = load<i32>(entry, 8);
    to = copy(path, length, node == -1 ? copy(REMOVE, 23, to) : copy(ADD, 20, to));
    if (node == -1) store<u8>(to++, 0x22);
    else if (node == FALSE_NODE) to = copy(FALSE, 5, copy(VALUE, 10, to));
    else to = writeCompact(node, load<u32>(entry, 12), copy(VALUE, 10, to));
    store<u8>(to++, 0x7d);
    store<u8>(to++, 0x0a);
  }
}
