import { isSameDecimal } from './decimal.ts';
import { hasDuplicateKeys, mapMembers } from './members.ts';
import { KIND, type Tape } from './tape.ts';
import { getNodeText, isSameString } from './text.ts';

/** Do two objects have the same keys in the same order, none twice? Then values pair up by position. */
function keysPairUp(a: Tape, objectA: number, b: Tape, objectB: number): boolean {
  const endA = a.nextOf(objectA);
  const endB = b.nextOf(objectB);
  let keyA = objectA + 1;
  let keyB = objectB + 1;
  while (keyA < endA && keyB < endB) {
    if (!isSameString(a, keyA, b, keyB)) return false;
    keyA = a.nextOf(keyA + 1);
    keyB = b.nextOf(keyB + 1);
  }
  return keyA >= endA && keyB >= endB && !hasDuplicateKeys(a, objectA);
}

function sameChildren(a: Tape, parentA: number, b: Tape, parentB: number, stride: 1 | 2): boolean {
  const endA = a.nextOf(parentA);
  const endB = b.nextOf(parentB);
  let childA = parentA + stride;
  let childB = parentB + stride;
  while (childA < endA && childB < endB) {
    if (!isSameNode(a, childA, b, childB)) return false;
    childA = a.nextOf(childA) + stride - 1;
    childB = b.nextOf(childB) + stride - 1;
  }
  return childA >= endA && childB >= endB;
}

function sameObject(a: Tape, objectA: number, b: Tape, objectB: number): boolean {
  if (keysPairUp(a, objectA, b, objectB)) return sameChildren(a, objectA, b, objectB, 2);
  const membersA = mapMembers(a, objectA);
  const membersB = mapMembers(b, objectB);
  if (membersA.size !== membersB.size) return false;
  for (const [key, valueA] of membersA) {
    const valueB = membersB.get(key);
    if (valueB === undefined || !isSameNode(a, valueA, b, valueB)) return false;
  }
  return true;
}

/**
 * Do two nodes mean the same value? Key order, white space, escapes and number spellings make no difference,
 * array order does; of duplicate keys the last counts (issue: exactness). Every node is visited once.
 */
export function isSameNode(a: Tape, nodeA: number, b: Tape, nodeB: number): boolean {
  const kind = a.kindOf(nodeA);
  if (a.isString(nodeA)) return b.isString(nodeB) && isSameString(a, nodeA, b, nodeB);
  if (kind !== b.kindOf(nodeB)) return false;
  if (kind === KIND.object) return sameObject(a, nodeA, b, nodeB);
  if (kind === KIND.array) return sameChildren(a, nodeA, b, nodeB, 1);
  return kind !== KIND.number || isSameDecimal(getNodeText(a, nodeA), getNodeText(b, nodeB));
}
