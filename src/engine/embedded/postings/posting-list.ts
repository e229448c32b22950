import { SHORT_FIELDS } from '../snapshot/schema.ts';

/**
 * Where a term stands: documents, and for each the fields that hold it as bits (`SHORT_FIELDS`, then long). A list of
 * few names its documents; one of many has a byte for every document, so that any document is looked up at once.
 */
export type Postings = SparsePostings | DensePostings;

export interface SparsePostings {
  count: number;
  ids: Uint32Array;
  fields: Uint8Array;
}

export interface DensePostings {
  count: number;
  ids: null;
  /** The fields of every document, by ordinal; 0 where it does not hold the term. */
  fields: Uint8Array;
}

export const LONG_FIELD_BIT = 1 << SHORT_FIELDS.length;

/** A list of more than this share of the documents is smaller, and quicker to look through, as a byte a document. */
const DENSE_SHARE = 1 / 5;

/** Whether a list of this many documents is better kept dense. */
export function isBetterDense(count: number, documents: number): boolean {
  return count > documents * DENSE_SHARE;
}

/** A dense list of these bytes. */
export function toDensePostings(fields: Uint8Array): DensePostings {
  let count = 0;
  for (let ordinal = 0; ordinal < fields.length; ordinal++) if (fields[ordinal] !== 0) count++;
  return { count, ids: null, fields };
}

export function forEachPosting(list: Postings, visit: (ordinal: number, bits: number) => void): void {
  const { ids, fields } = list;
  for (let at = 0; at < fields.length; at++) {
    const bits = fields[at] ?? 0;
    if (ids !== null) visit(ids[at] ?? 0, bits);
    else if (bits !== 0) visit(at, bits);
  }
}

/** A list as one byte a document. */
export function toPostingBytes({ ids, fields }: Postings, documents: number): Uint8Array {
  if (ids === null) return fields;
  const bytes = new Uint8Array(documents);
  for (let at = 0; at < ids.length; at++) bytes[ids[at] ?? 0] = fields[at] ?? 0;
  return bytes;
}

/** The list without documents that live no longer. */
export function withoutRemoved(list: Postings, live: Uint8Array): Postings {
  return list.ids === null ? denseWithout(list.fields, live) : sparseWithout(list, live);
}

function denseWithout(fields: Uint8Array, live: Uint8Array): DensePostings {
  const kept = fields.slice();
  for (let ordinal = 0; ordinal < kept.length; ordinal++) if (live[ordinal] === 0) kept[ordinal] = 0;
  return toDensePostings(kept);
}

function sparseWithout(list: SparsePostings, live: Uint8Array): SparsePostings {
  const ids = new Uint32Array(list.count);
  const fields = new Uint8Array(list.count);
  let count = 0;
  for (let at = 0; at < list.count; at++) {
    const ordinal = list.ids[at] ?? 0;
    if (live[ordinal] === 0) continue;
    ids[count] = ordinal;
    fields[count++] = list.fields[at] ?? 0;
  }
  return { count, ids: ids.subarray(0, count), fields: fields.subarray(0, count) };
}

/** A list with the documents of a later one, which all come after its own; `documents` is how many there are now. */
export function joinPostings(first: Postings, later: SparsePostings, documents: number): Postings {
  if (first.ids === null) {
    const fields = new Uint8Array(documents);
    fields.set(first.fields);
    for (let at = 0; at < later.count; at++) fields[later.ids[at] ?? 0] = later.fields[at] ?? 0;
    return { count: first.count + later.count, ids: null, fields };
  }
  const count = first.count + later.count;
  const ids = new Uint32Array(count);
  const fields = new Uint8Array(count);
  ids.set(first.ids);
  ids.set(later.ids, first.count);
  fields.set(first.fields);
  fields.set(later.fields, first.count);
  return { count, ids, fields };
}
