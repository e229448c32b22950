import type { QueryTerm } from '../../text/synonyms.ts';
import {
  LONG_FIELD_BIT,
  type Postings,
  type SparsePostings,
  toDensePostings,
  toPostingBytes,
} from './posting-list.ts';

/** Words of a term; each alternative is a list of folded words that follow one another. */
export type Alternatives = readonly (readonly string[])[];

/** The documents that contain a term, its synonyms or its other spellings; `read` gives the list of alternatives. */
export function readTermPostings(
  { alternatives, compounds = [] }: QueryTerm,
  documents: number,
  read: (alternatives: Alternatives) => Postings,
): Postings {
  return compounds.reduce((list, words) => {
    const other = read([words]);
    return union(list, words.length > 1 ? inShortFields(other) : other, documents);
  }, read(alternatives));
}

/** Without what is in long texts alone: these do not know which words follow one another. */
function inShortFields({ ids, fields }: Postings): Postings {
  const short = fields.map((bits) => bits & ~LONG_FIELD_BIT);
  if (ids === null) return toDensePostings(short);
  const kept = ids.filter((_, at) => short[at] !== 0);
  return { count: kept.length, ids: kept, fields: short.filter((bits) => bits !== 0) };
}

function union(first: Postings, second: Postings, documents: number): Postings {
  if (first.ids !== null && second.ids !== null) return uniteSparse(first, second);
  const bytes = toPostingBytes(first, documents);
  const others = toPostingBytes(second, documents);
  return toDensePostings(bytes.map((bits, ordinal) => bits | (others[ordinal] ?? 0)));
}

export function uniteSparse(first: SparsePostings, second: SparsePostings): SparsePostings {
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
