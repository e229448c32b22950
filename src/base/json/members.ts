import { KeySet } from './key-set.ts';
import { KIND, type Tape } from './tape.ts';
import { decodeString, isNamed, isSameString } from './text.ts';

/** Objects up to this many members are searched pair by pair, larger ones by a table of their keys. */
const FEW_MEMBERS = 6;

const keySet = new KeySet();

function hasDuplicateAmongFew(tape: Tape, object: number): boolean {
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    for (let other = tape.nextOf(key + 1); other < end; other = tape.nextOf(other + 1)) {
      if (isSameString(tape, key, tape, other)) return true;
    }
  }
  return false;
}

/** Does an object use a key twice? Linear in the object's keys. */
export function hasDuplicateKeys(tape: Tape, object: number): boolean {
  const end = tape.nextOf(object);
  let count = 0;
  let hasEscapes = false;
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    count++;
    hasEscapes ||= tape.kindOf(key) === KIND.escapedString;
  }
  if (count <= FEW_MEMBERS) return hasDuplicateAmongFew(tape, object);
  return hasEscapes ? mapMembers(tape, object).size < count : keySet.hasDuplicates(tape, object, count);
}

/** The value nodes of an object by their keys; of duplicate keys the last wins. */
export function mapMembers(tape: Tape, object: number): Map<string, number> {
  const members = new Map<string, number>();
  const end = tape.nextOf(object);
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1))
    members.set(decodeString(tape, key), key + 1);
  return members;
}

/** The value node of a member by its ASCII name, undefined where there is none; of duplicate keys the last wins. */
export function findMember(tape: Tape, object: number, name: string): number | undefined {
  const end = tape.nextOf(object);
  let value: number | undefined;
  for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
    if (isNamed(tape, key, name)) value = key + 1;
  }
  return value;
}
