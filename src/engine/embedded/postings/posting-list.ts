import { SHORT_FIELDS } from '../snapshot/schema.ts';

/** Where a term stands: documents, ascending, and for each the fields that hold it as bits (`SHORT_FIELDS`, then long). */
export interface Postings {
  count: number;
  ids: Uint32Array;
  fields: Uint8Array;
}

export const LONG_FIELD_BIT = 1 << SHORT_FIELDS.length;

/** A place is a field and a position in it; places of neighbours in one field are this far apart. */
export const PLACE_STEP = 16;
/** Set in the first place of a term in a document. */
export const FIRST_PLACE = 1;

export function toFieldBit(place: number): number {
  return (place % PLACE_STEP) >>> 1;
}

export function forEachPosting(list: Postings, visit: (ordinal: number, bits: number) => void): void {
  const { ids, fields } = list;
  for (let at = 0; at < ids.length; at++) visit(ids[at] ?? 0, fields[at] ?? 0);
}

/** The list with the fields that are left of each document's, and without the documents of which none are. */
export function narrowPostings(list: Postings, narrow: (ordinal: number, bits: number) => number): Postings {
  const ids = new Uint32Array(list.count);
  const fields = new Uint8Array(list.count);
  let count = 0;
  forEachPosting(list, (ordinal, bits) => {
    const left = narrow(ordinal, bits);
    ids[count] = ordinal;
    fields[count] = left;
    if (left !== 0) count++;
  });
  return { count, ids: ids.subarray(0, count), fields: fields.subarray(0, count) };
}

/** A list with the documents of a later one, which all come after its own. */
export function joinPostings(first: Postings, later: Postings): Postings {
  const count = first.count + later.count;
  const ids = new Uint32Array(count);
  const fields = new Uint8Array(count);
  ids.set(first.ids);
  ids.set(later.ids, first.count);
  fields.set(first.fields);
  fields.set(later.fields, first.count);
  return { count, ids, fields };
}

export function unitePostings(first: Postings, second: Postings): Postings {
  const ids = new Uint32Array(first.count + second.count);
  const fields = new Uint8Array(ids.length);
  let [a, b, count] = [0, 0, 0];
  while (a < first.count || b < second.count) {
    const left = first.ids[a] ?? Number.POSITIVE_INFINITY;
    const right = second.ids[b] ?? Number.POSITIVE_INFINITY;
    ids[count] = Math.min(left, right);
    let bits = 0;
    if (left <= right) bits |= first.fields[a++] ?? 0;
    if (right <= left) bits |= second.fields[b++] ?? 0;
    fields[count++] = bits;
  }
  return { count, ids: ids.subarray(0, count), fields: fields.subarray(0, count) };
}
