// The members of objects, and which of two objects differ in their bytes. Objects with escaped or duplicate keys are left to
// the host.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { endOf, kindOf, nextOf, STRING, startOf } from '../../../../../base/json/kernel/assembly/parts/tape';
import { sipHash } from './siphash';
import { isCanonical, release, reserve } from './work';

/** A list: how many members, the mask of its slots, a key node for each, then slots: one more than a member, or 0. */
const KEYS: usize = 8;
/** Of a key: a member with it was met in the other object. */
const MET: u32 = 0x80000000;
/** Up to this many keys, made to collide, cost little time; more of them are hashed under the secret key. */
const FEW_MEMBERS: u32 = 128;

@inline
export function memberCount(list: usize): u32 {
  return load<u32>(list);
}

/** Are two nodes the same bytes? */
@inline
export function sameSpan(tapeA: usize, nodeA: i32, tapeB: usize, nodeB: i32): bool {
  const startA = startOf(tapeA, nodeA);
  const startB = startOf(tapeB, nodeB);
  const length = endOf(tapeA, nodeA) - startA;
  if (endOf(tapeB, nodeB) - startB != length) return false;
  return sameBytes(startA, startB, length);
}

/** A number that equal keys share and different keys seldom do: for a few keys by their first bytes and their last. */
@inline
function markOf(tape: usize, key: i32, count: u32): u32 {
  const start = startOf(tape, key);
  const end = endOf(tape, key);
  if (count > FEW_MEMBERS) return <u32>sipHash(start, end);
  const length = end - start;
  const first = load<u64>(start);
  const last = load<u64>(end - 8);
  const word = length < 8 ? first & (((<u64>1) << (length << 3)) - 1) : first ^ rotl(last, 29);
  return <u32>(((word + length) * 0x9e3779b185ebca87) >> 32);
}

/** The slot of a key in a list of members of `listed`: its own, or the free one where it belongs. */
function slotOf(list: usize, listed: usize, tape: usize, key: i32): usize {
  const count = memberCount(list);
  const mask = load<u32>(list, 4);
  const slots = list + KEYS + (<usize>count << 2);
  let index = markOf(tape, key, count) & mask;
  while (true) {
    const slot = slots + (<usize>index << 2);
    const member = load<u32>(slot);
    if (member == 0 || sameSpan(tape, key, listed, keyAt(list, member - 1))) return slot;
    index = (index + 1) & mask;
  }
}

@inline
function keyAt(list: usize, member: u32): i32 {
  return <i32>(load<u32>(list + KEYS + (<usize>member << 2)) & ~MET);
}

/** Lists an object's members; 0 where it has escaped or duplicate keys, or there is too little memory. */
export function listMembers(tape: usize, object: i32): usize {
  const end = nextOf(tape, object);
  let count: u32 = 0;
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) {
    if (kindOf(tape, key) != STRING) return 0;
    count++;
  }
  let slots: u32 = 8;
  while (slots < count * 2) slots <<= 1;
  const list = reserve(KEYS + (<usize>(count + slots) << 2));
  if (list == 0) return 0;
  store<u32>(list, count);
  store<u32>(list, slots - 1, 4);
  memory.fill(list + KEYS + (<usize>count << 2), 0, <usize>slots << 2);
  let member: u32 = 0;
  for (let key = object + 1; key < end; key = nextOf(tape, key + 1)) {
    store<u32>(list + KEYS + (<usize>member << 2), key);
    const slot = slotOf(list, tape, tape, key);
    if (load<u32>(slot) != 0) {
      release(list);
      return 0;
    }
    store<u32>(slot, ++member);
  }
  return list;
}

/** Has an object no escaped or duplicate keys? */
export function isPlainObject(tape: usize, object: i32): bool {
  if (isCanonical) return true;
  const list = listMembers(tape, object);
  if (list != 0) release(list);
  return list != 0;
}

/** The place of a key among listed members, `likely` first; -1 where none is the same. */
@inline
export function findMember(list: usize, listed: usize, tape: usize, key: i32, likely: u32): i32 {
  if (likely < memberCount(list) && sameSpan(tape, key, listed, keyAt(list, likely))) return <i32>likely;
  return <i32>load<u32>(slotOf(list, listed, tape, key)) - 1;
}

@inline
export function memberAt(list: usize, member: i32): i32 {
  return keyAt(list, <u32>member);
}

/** Was a key among those that are new so far? */
function isAgainNew(tape: usize, key: i32, pairs: usize, end: usize): bool {
  for (let pair = pairs; pair < end; pair += 8) {
    if (load<i32>(pair) < 0 && sameSpan(tape, key, tape, load<i32>(pair, 4))) return true;
  }
  return false;
}

/** Where the pairs end that `differingMembers` found. */
export let pairsEnd: usize = 0;

function notePair(oldKey: i32, newKey: i32): void {
  store<i32>(pairsEnd, oldKey);
  store<i32>(pairsEnd, newKey, 4);
  pairsEnd += 8;
}

function childrenOf(tape: usize, object: i32): usize {
  return <usize>(nextOf(tape, object) - object - 1);
}

/**
 * Members that are new, gone, or of different bytes, as pairs of key nodes: -1 for none. In the order of the new object, then
 * what is gone. Gives where they start: they stay reserved. 0 where the host must do it.
 */
export function differingMembers(oldTape: usize, oldObject: i32, newTape: usize, newObject: i32): usize {
  // a member has two nodes at least
  const pairs = reserve((childrenOf(oldTape, oldObject) + childrenOf(newTape, newObject)) << 2);
  const list = listMembers(oldTape, oldObject);
  if (pairs == 0 || list == 0) return 0;
  pairsEnd = pairs;
  const end = nextOf(newTape, newObject);
  let found: u32 = 0;
  let likely: u32 = 0;
  let news: u32 = 0;
  for (let key = newObject + 1; key < end; key = nextOf(newTape, key + 1)) {
    if (kindOf(newTape, key) != STRING) return 0;
    const old = findMember(list, oldTape, newTape, key, likely);
    if (old < 0) {
      if (!isCanonical && (++news > FEW_MEMBERS || isAgainNew(newTape, key, pairs, pairsEnd))) return 0;
      notePair(-1, key);
      continue;
    }
    const entry = list + KEYS + (<usize>old << 2);
    const oldKey = load<i32>(entry);
    if (oldKey < 0) return 0;
    store<u32>(entry, <u32>oldKey | MET);
    found++;
    likely = <u32>old + 1;
    if (!sameSpan(oldTape, oldKey + 1, newTape, key + 1)) notePair(oldKey, key);
  }
  const count = memberCount(list);
  for (let member: u32 = 0; found < count && member < count; member++) {
    const oldKey = load<i32>(list + KEYS + (<usize>member << 2));
    if (oldKey >= 0) notePair(oldKey, -1);
  }
  release((pairsEnd + 7) & ~7);
  return pairs;
}
