import { ByteList, Uint32List } from './number-list.ts';
import { LONG_FIELD_BIT } from './posting-list.ts';

/** A place is a field and a position in it; places of neighbours in one field are this far apart. */
export const PLACE_STEP = 16;
/** Set in the first place of a term in a document. */
export const FIRST_PLACE = 1;

/** The number of the field that a place is in. */
export function fieldOfPlace(place: number): number {
  return (place % PLACE_STEP) >>> 1;
}

/** The log's entries by term: those of `term` end at `ends[term]` and begin where those of the one before end. */
interface ByTerm<Values> {
  ends: Uint32Array;
  values: Values;
}

export interface SortedLog {
  ordinals: ByTerm<Uint32Array>;
  /** In the order of `ordinals`. */
  fields: Uint8Array;
  places: ByTerm<Uint32Array>;
}

/**
 * Which terms stand in which documents, in the order in which documents were added, and where in the short fields. Terms
 * are numbers. Brought into the order of terms at once at the end: that is quicker than a growing list for each term.
 */
export class PostingLog {
  documents = 0;
  /** A term and a byte of fields for each document that holds it. */
  private readonly terms = new Uint32List();
  private readonly fields = new ByteList();
  private readonly documentEnds = new Uint32List();
  private readonly placeTerms = new Uint32List();
  private readonly places = new Uint32List();
  private documentStart = 0;
  /** The last entry of each term + 1. */
  private lastEntries = new Uint32Array(1 << 10);

  get length(): number {
    return this.terms.length + this.placeTerms.length;
  }

  /** Notes a term of a long field of the document that is being added. */
  addLong(term: number): void {
    if (this.isNew(term)) this.append(term, LONG_FIELD_BIT);
    else this.fields.addBits((this.lastEntries[term] ?? 0) - 1, LONG_FIELD_BIT);
  }

  /** Notes a term of a short field and where it stands; a document's short fields go before its long ones. */
  addShort(term: number, field: number, position: number): void {
    const isNew = this.isNew(term);
    if (isNew) this.append(term, 1 << field);
    else this.fields.addBits((this.lastEntries[term] ?? 0) - 1, 1 << field);
    this.placeTerms.push(term);
    this.places.push(position * PLACE_STEP + field * 2 + (isNew ? FIRST_PLACE : 0));
  }

  endDocument(): void {
    this.documentStart = this.terms.length;
    this.documentEnds.push(this.documentStart);
    this.documents++;
  }

  private isNew(term: number): boolean {
    if (term >= this.lastEntries.length) {
      const grown = new Uint32Array(Math.max(term + 1, this.lastEntries.length * 2));
      grown.set(this.lastEntries);
      this.lastEntries = grown;
    }
    return (this.lastEntries[term] ?? 0) <= this.documentStart;
  }

  private append(term: number, bits: number): void {
    this.terms.push(term);
    this.fields.push(bits);
    this.lastEntries[term] = this.terms.length;
  }

  /** Everything noted, by term; documents are numbered from `first`, and there are so many terms. */
  sorted(first: number, termCount: number): SortedLog {
    const ordinals = new Uint32Array(this.terms.length);
    const fields = new Uint8Array(this.terms.length);
    const ends = startsOf(this.terms.view(), termCount);
    for (let entry = 0, document = 0; document < this.documents; document++) {
      for (; entry < this.documentEnds.at(document); entry++) {
        const at = nextPlace(ends, this.terms.at(entry));
        ordinals[at] = first + document;
        fields[at] = this.fields.at(entry);
      }
    }
    return { ordinals: { ends, values: ordinals }, fields, places: this.sortedPlaces(termCount) };
  }

  private sortedPlaces(termCount: number): ByTerm<Uint32Array> {
    const values = new Uint32Array(this.places.length);
    const ends = startsOf(this.placeTerms.view(), termCount);
    for (let entry = 0; entry < values.length; entry++) {
      values[nextPlace(ends, this.placeTerms.at(entry))] = this.places.at(entry);
    }
    return { ends, values };
  }
}

/** Where the entries of each term begin when they stand in the order of terms. */
function startsOf(terms: Uint32Array, termCount: number): Uint32Array {
  const starts = new Uint32Array(termCount);
  for (const term of terms) starts[term] = (starts[term] ?? 0) + 1;
  let sum = 0;
  for (let term = 0; term < termCount; term++) {
    const count = starts[term] ?? 0;
    starts[term] = sum;
    sum += count;
  }
  return starts;
}

/** Takes the next place of a term; when all are taken, its start has become its end. */
function nextPlace(starts: Uint32Array, term: number): number {
  const at = starts[term] ?? 0;
  starts[term] = at + 1;
  return at;
}
