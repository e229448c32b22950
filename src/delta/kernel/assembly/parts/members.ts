// Which members of two objects differ in their bytes. Objects with escaped or duplicate keys, or many members, are left
// to the host.
const OBJECT: i32 = 1;
const STRING: i32 = 3;
const NODE_SHIFT: usize = 4;
/** Members that an object may have. */
const MAX_MEMBERS: i32 = 128;
const VECTOR: usize = 16;

/** Key node, mark, and whether it was found, for each member of the old object. */
const OLD_KEYS = memory.data(MAX_MEMBERS * 4, 4);
const OLD_MARKS = memory.data(MAX_MEMBERS * 4, 4);
const OLD_FOUND = memory.data(MAX_MEMBERS * 4, 4);
const NEW_KEYS = memory.data(MAX_MEMBERS * 4, 4);
const NEW_MARKS = memory.data(MAX_MEMBERS * 4, 4);

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function word(tape: usize, node: i32, index: usize): u32 {
  return load<u32>(tape + (<usize>node << NODE_SHIFT) + (index << 2));
}

/** Are two ranges of one length the same bytes? Reads whole vectors: there is room behind all text. */
function sameBytes(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  while (at + VECTOR <= length) {
    if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
    at += VECTOR;
  }
  if (at == length) return true;
  const equal = i8x16.bitmask(i8x16.eq(v128.load(a + at), v128.load(b + at)));
  const wanted = (1 << <i32>(length - at)) - 1;
  return (equal & wanted) == wanted;
}

/** Are two nodes the same bytes? */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function sameNode(tapeA: usize, nodeA: i32, textA: usize, tapeB: usize, nodeB: i32, textB: usize): bool {
  const startA = word(tapeA, nodeA, 1);
  const startB = word(tapeB, nodeB, 1);
  const length = word(tapeA, nodeA, 2) - startA;
  if (word(tapeB, nodeB, 2) - startB != length) return false;
  return sameBytes(textA + startA, textB + startB, length);
}

/** A number that equal keys share and different keys seldom do. */
function markOf(start: usize, length: u32): u32 {
  let mark = length * 0x9e3779b1;
  if (length >= 8) mark ^= load<u32>(start) * 0x85ebca77 + load<u32>(start + length - 4);
  else for (let at: u32 = 0; at < length; at++) mark = rotl(mark, 5) ^ load<u8>(start + at);
  return mark * 0xc2b2ae3d;
}

/** Lists the members of an object. Returns how many there are, or -1 where the host must do it. */
function list(tape: usize, object: i32, text: usize, keys: usize, marks: usize): i32 {
  const end = word(tape, object, 3);
  let seen: u64 = 0;
  let count = 0;
  let key = object + 1;
  while (<u32>key < end) {
    if (count == MAX_MEMBERS || word(tape, key, 0) != STRING) return -1;
    const start = word(tape, key, 1) + 1;
    const mark = markOf(text + start, word(tape, key, 2) - 1 - start);
    const bit: u64 = <u64>1 << (mark >> 26);
    if ((seen & bit) != 0 && find(tape, key, text, mark, tape, text, keys, marks, count, 0) >= 0) return -1;
    seen |= bit;
    store<i32>(keys + (<usize>count << 2), key);
    store<u32>(marks + (<usize>count << 2), mark);
    count++;
    key = <i32>word(tape, key + 1, 3);
  }
  return count;
}

/** Index of the member with the same key among those listed, `likely` first; -1 where there is none. */
function find(
  tape: usize,
  key: i32,
  text: usize,
  mark: u32,
  listedTape: usize,
  listedText: usize,
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
    if (sameNode(tape, key, text, listedTape, listed, listedText)) return index;
  }
  return -1;
}

/**
 * Members that are new, gone, or of different bytes, as pairs of key nodes at `out`: -1 for none. In the order of the new
 * object, then what is gone. `text` is where offset 0 of a tape is. Returns how many, or -1 where the host must do it.
 */
export function differingMembers(
  oldTape: usize,
  oldObject: i32,
  oldText: usize,
  newTape: usize,
  newObject: i32,
  newText: usize,
  out: usize,
): i32 {
  if (word(oldTape, oldObject, 0) != OBJECT || word(newTape, newObject, 0) != OBJECT) return -1;
  const oldCount = list(oldTape, oldObject, oldText, OLD_KEYS, OLD_MARKS);
  const newCount = list(newTape, newObject, newText, NEW_KEYS, NEW_MARKS);
  if (oldCount < 0 || newCount < 0) return -1;
  memory.fill(OLD_FOUND, 0, <usize>oldCount << 2);
  let differing: usize = 0;
  let found = 0;
  let likely = 0;
  for (let index = 0; index < newCount; index++) {
    const key = load<i32>(NEW_KEYS + (<usize>index << 2));
    const mark = load<u32>(NEW_MARKS + (<usize>index << 2));
    const old = find(newTape, key, newText, mark, oldTape, oldText, OLD_KEYS, OLD_MARKS, oldCount, likely);
    let oldKey = -1;
    if (old >= 0) {
      oldKey = load<i32>(OLD_KEYS + (<usize>old << 2));
      store<i32>(OLD_FOUND + (<usize>old << 2), 1);
      found++;
      likely = old + 1 < oldCount ? old + 1 : 0;
      if (sameNode(oldTape, oldKey + 1, oldText, newTape, key + 1, newText)) continue;
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
