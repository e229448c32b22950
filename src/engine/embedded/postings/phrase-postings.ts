import { Uint32List } from '../../values/number-list.ts';
import { LONG_FIELD_BIT, PLACE_STEP, type Postings, toFieldBit } from './posting-list.ts';

/** A list with the places of each document's short fields, which end at `ends`. */
export interface PlacedPostings extends Postings {
  places: Uint32List;
  ends: Uint32List;
}

/**
 * The documents that hold words which follow one another in a short field. Long text has no places: there they need only
 * are in the same description.
 */
export function findPhrasePostings(lists: readonly PlacedPostings[]): Postings {
  const ids = new Uint32List();
  const bits: number[] = [];
  forEachCommon(lists, (ordinal, entries) => {
    const held = matchFields(lists, entries);
    if (held === 0) return;
    ids.push(ordinal);
    bits.push(held);
  });
  return { count: ids.length, ids: ids.view(), fields: Uint8Array.from(bits) };
}

/** Calls `visit` with each document that all lists hold and where it is in each of them. */
function forEachCommon(
  lists: readonly PlacedPostings[],
  visit: (ordinal: number, entries: readonly number[]) => void,
): void {
  const [lead, ...others] = lists;
  const entries = lists.map(() => 0);
  for (let index = 0; index < (lead?.count ?? 0); index++) {
    const ordinal = lead?.ids[index] ?? 0;
    entries[0] = index;
    const isCommon = others.every((list, other) => {
      let entry = entries[other + 1] ?? 0;
      while (entry < list.count && (list.ids[entry] ?? 0) < ordinal) entry++;
      entries[other + 1] = entry;
      return list.ids[entry] === ordinal;
    });
    if (isCommon) visit(ordinal, entries);
  }
}

function matchFields(lists: readonly PlacedPostings[], entries: readonly number[]): number {
  let held = LONG_FIELD_BIT;
  for (const [word, { fields }] of lists.entries()) held &= fields[entries[word] ?? 0] ?? 0;
  const [begins = [], ...others] = lists.map((list, word) => new Set(readPlaces(list, entries[word] ?? 0)));
  for (const begin of begins) {
    const follows = others.every((places, word) => places.has(begin + (word + 1) * PLACE_STEP));
    if (follows) held |= 1 << toFieldBit(begin);
  }
  return held;
}

function readPlaces({ places, ends }: PlacedPostings, entry: number): number[] {
  const own: number[] = [];
  for (let at = entry === 0 ? 0 : ends.at(entry - 1); at < ends.at(entry); at++) own.push(places.at(at));
  return own;
}
