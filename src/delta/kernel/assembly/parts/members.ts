// Which members of two objects differ in their bytes. Objects with escaped or duplicate keys, or many members, are left
// to the host.
import { sameBytes } from './bytes';
import { MAX_MEMBERS } from './layout';
import { endOf, kindOf, nextOf, OBJECT, STRING, startOf } from './tape';

/** Key node, mark, and whether it was found, for each member of the old object. */
const OLD_KEYS = memory.data(MAX_MEMBERS * 4, 4);
const OLD_MARKS = memory.data(MAX_MEMBERS * 4, 4);
const OLD_FOUND = memory.data(MAX_MEMBERS * 4, 4);
const NEW_KEYS = memory.data(MAX_MEMBERS * 4, 4);
const NEW_MARKS = memory.data(MAX_MEMBERS * 4, 4);

/** Are two nodes the same bytes? */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function sameNode(tapeA: usize, nodeA: i32, tapeB: usize, nodeB: i32): bool {
  const startA = startOf(tapeA, nodeA);
  const startB = startOf(tapeB, nodeB);
  const length = endOf(tapeA, nodeA) - startA;
  if (endOf(tapeB, nodeB) - startB != length) return false;
  return sameBytes(startA, startB, length);
}

/** A number that equal keys share and different keys seldom do. */
function markOf(start: usize, length: usize): u32 {
  let mark = <u32>length * 0x9e3779b1;
  if (length >= 8) mark ^= load<u32>(start) * 0x85ebca77 + load<u32>(start + length - 4);
  else for (let at: usize = 0; at < length; at++) mark = rotl(mark, 5) ^ load<u8>(start + at);
  return mark * 0xc2b2ae3d;
}

/** Lists the members of an object. Returns how many there are, or -1 where the host must do it. */
function list(tape: usize, object: i32, keys: usize, marks: usize): i32 {
  const end = nextOf(tape, object);
  let seen: u64 = 0;
  let count = 0;
  let key = object + 1;
  while (key < end) {
    if (count == MAX_MEMBERS || kindOf(tape, key) != STRING) return -1;
    const start = startOf(tape, key) + 1;
    const mark = markOf(start, endOf(tape, key) - 1 - start);
    const bit: u64 = <u64>1 << (mark >> 26);
    if ((seen & bit) != 0 && find(tape, key, mark, tape, keys, marks, count, 0) >= 0) return -1;
    seen |= bit;
    store<i32>(keys + (<usize>count << 2), key);
    store<u32>(marks + (<usize>count << 2), mark);
    count++;
    key = nextOf(tape, key + 1);
  }
  return count;
}

/** Has an object no escaped or duplicate keys, and not too many? */
export function isPlainObject(tape: usize, object: i32): bool {
  return list(tape, object, NEW_KEYS, NEW_MARKS) >= 0;
}

/** Index of the member with the same key among those listed, `likely` first; -1 where there is none. */
function find(
  tape: usize,
  key: i32,
  mark: u32,
  listedTape: usize,
  keys: usize,
  marks: usize,
  count: i32,
  likely: i32,
): i32 {
  for (let step = 0; step < count; step++) {
    let index = likely + step;
    if (index >= count) index -= count;
    if (load<u32>(marks + (<usize>index << 2)) != mark) continue;
    const listed = load<i32>(keys + (<usize>index << 2));
    if (sameNode(tape, key, listedTape, listed)) return index;
  }
  return -1;
}

/**
 * Members that are new, gone, or of different bytes, as pairs of key nodes at `out`: -1 for none. In the order of the new
 * object, then what is gone. Returns how many, or -1 where the host must do it.
 */
export function differingMembers(
  oldTape: usize,
  oldObject: i32,
  newTape: usize,
  newObject: i32,
  out: usize,
): i32 {
  if (kindOf(oldTape, oldObject) != OBJECT || kindOf(newTape, newObject) != OBJECT) return -1;
  const oldCount = list(oldTape, oldObject, OLD_KEYS, OLD_MARKS);
  const newCount = list(newTape, newObject, NEW_KEYS, NEW_MARKS);
  if (oldCount < 0 || newCount < 0) return -1;
  memory.fill(OLD_FOUND, 0, <usize>oldCount << 2);
  let differing: usize = 0;
  let found = 0;
  let likely = 0;
  for (let index = 0; index < newCount; index++) {
    const key = load<i32>(NEW_KEYS + (<usize>index << 2));
    const mark = load<u32>(NEW_MARKS + (<usize>index << 2));
    const old = find(newTape, key, mark, oldTape, OLD_KEYS, OLD_MARKS, oldCount, likely);
    let oldKey = -1;
    if (old >= 0) {
      oldKey = load<i32>(OLD_KEYS + (<usize>old << 2));
      store<i32>(OLD_FOUND + (<usize>old << 2), 1);
      found++;
      likely = old + 1 < oldCount ? old + 1 : 0;
      if (sameNode(oldTape, oldKey + 1, newTape, key + 1)) continue;
    }
    store<i32>(out + (differing << 3), oldKey);
    store<i32>(out + (differing << 3), key, 4);
    differing++;
  }
  for (let index = 0; found < oldCount && index < oldCount; index++) {
    if (load<i32>(OLD_FOUND + (<usize>index << 2)) != 0) continue;
    store<i32>(out + (differing << 3), load<i32>(OLD_KEYS + (<usize>index << 2)));
    store<i32>(out + (differing << 3), -1, 4);
    differing++;
  }
  return <i32>differing;
}
