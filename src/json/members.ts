import type { Tape } from './tape.ts';
import { sameString, stringOf } from './text.ts';

/** Objects up to this many members are searched pair by pair, larger ones by a map of their keys. */
const FEW_MEMBERS = 8;

function hasDuplicateAmongFew(tape: Tape, object: number): boolean {
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    for (let other = tape.nextOf(key + 1); other < end; other = tape.nextOf(other + 1)) {
      if (sameString(tape, key, tape, other)) return true;
    }
  }
  return false;
}

/** Members of an object, duplicates counted. */
export function memberCount(tape: Tape, object: number): number {
  const end = tape.nextOf(object);
  let count = 0;
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) count++;
  return count;
}

/** Does an object use a key twice? */
export function hasDuplicateKeys(tape: Tape, object: number): boolean {
  const count = memberCount(tape, object);
  if (count <= FEW_MEMBERS) return hasDuplicateAmongFew(tape, object);
  return memberMap(tape, object).size < count;
}

/** The value nodes of an object by their keys; of duplicate keys the last wins. */
export function memberMap(tape: Tape, object: number): Map<string, number> {
  const members = new Map<string, number>();
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    members.set(stringOf(tape, key), key + 1);
  }
  return members;
}
