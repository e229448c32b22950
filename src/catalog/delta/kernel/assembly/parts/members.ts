// Which members of two objects differ in their bytes. Objects with escaped or duplicate keys, or many members, are left
// to the host.
import { sameBytes } from './bytes';
import { MAX_MEMBERS } from './layout';
import { endOf, kindOf, nextOf, OBJECT, STRING, startOf } from './tape';

const VECTOR_BYTES: usize = 16;
/** For each member that was listed: its key node, its mark, and whether it was found. */
const KEYS = memory.data(MAX_MEMBERS * 4, 4);
const MARKS = memory.data(MAX_MEMBERS * 4 + 16, 16);
const FOUND = memory.data(MAX_MEMBERS * 4, 4);

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

/** A number that equal keys share and different keys seldom do, of a key with its quotes: by its first bytes and its last. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function markOf(tape: usize, key: i32): u32 {
  const start = startOf(tape, key);
  const length = endOf(tape, key) - start;
  const first = load<u64>(start);
  const last = load<u64>(start + length - 8);
  const word = length < 8 ? first & (((<u64>1) << (length << 3)) - 1) : first ^ rotl(last, 29);
  return <u32>(((word + length) * 0x9e3779b185ebca87) >> 32);
}

/** Lists the members of an object. Returns how many there are, or -1 where the host must do it. */
function list(tape: usize, object: i32): i32 {
  const end = nextOf(tape, object);
  let seen: u64 = 0;
  let count = 0;
  let key = object + 1;
  while (key < end) {
    if (count == MAX_MEMBERS || kindOf(tape, key) != STRING) return -1;
    const mark = markOf(tape, key);
    const bit: u64 = <u64>1 << (mark >> 26);
    if ((seen & bit) != 0 && find(tape, key, mark, tape, count) >= 0) return -1;
    seen |= bit;
    store<i32>(KEYS + (<usize>count << 2), key);
    store<u32>(MARKS + (<usize>count << 2), mark);
    store<i32>(FOUND + (<usize>count << 2), 0);
    count++;
    key = nextOf(tape, key + 1);
  }
  return count;
}

/** Has an object no escaped or duplicate keys, and not too many? */
export function isPlainObject(tape: usize, object: i32): bool {
  return list(tape, object) >= 0;
}

/** Index of the member with the same key among this many that are listed, of `listedTape`; -1 where there is none. */
function find(tape: usize, key: i32, mark: u32, listedTape: usize, count: i32): i32 {
  const marks = i32x4.splat(mark);
  const end = MARKS + (<usize>count << 2);
  for (let at: usize = MARKS; at < end; at += VECTOR_BYTES) {
    let equal = i32x4.bitmask(i32x4.eq(v128.load(at), marks));
    for (; equal != 0; equal &= equal - 1) {
      const index = <i32>((at - MARKS) >> 2) + ctz(equal);
      if (index < count && sameNode(tape, key, listedTape, load<i32>(KEYS + (<usize>index << 2)))) return index;
    }
  }
  return -1;
}

/** Was a key among those that are new so far? */
function isAgainNew(tape: usize, key: i32, pairs: usize, count: usize): bool {
  for (let pair = pairs; pair < pairs + (count << 3); pair += 8) {
    if (load<i32>(pair) < 0 && sameNode(tape, key, tape, load<i32>(pair, 4))) return true;
  }
  return false;
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
  const oldCount = list(oldTape, oldObject);
  if (oldCount < 0) return -1;
  const end = nextOf(newTape, newObject);
  let newCount = 0;
  let differing: usize = 0;
  let found = 0;
  let likely = 0;
  for (let key = newObject + 1; key < end; key = nextOf(newTape, key + 1)) {
    if (newCount == MAX_MEMBERS || kindOf(newTape, key) != STRING) return -1;
    newCount++;
    const isLikely = likely < oldCount && sameNode(newTape, key, oldTape, load<i32>(KEYS + (<usize>likely << 2)));
    const old = isLikely ? likely : find(newTape, key, markOf(newTape, key), oldTape, oldCount);
    let oldKey = -1;
    if (old >= 0) {
      if (load<i32>(FOUND + (<usize>old << 2)) != 0) return -1;
      store<i32>(FOUND + (<usize>old << 2), 1);
      oldKey = load<i32>(KEYS + (<usize>old << 2));
      found++;
      likely = old + 1;
      if (sameNode(oldTape, oldKey + 1, newTape, key + 1)) continue;
    } else if (isAgainNew(newTape, key, out, differing)) return -1;
    store<i32>(out + (differing << 3), oldKey);
    store<i32>(out + (differing << 3), key, 4);
    differing++;
  }
  for (let index = 0; found < oldCount && index < oldCount; index++) {
    if (load<i32>(FOUND + (<usize>index << 2)) != 0) continue;
    store<i32>(out + (differing << 3), load<i32>(KEYS + (<usize>index << 2)));
    store<i32>(out + (differing << 3), -1, 4);
    differing++;
  }
  return <i32>differing;
}
