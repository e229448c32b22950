import type { ByteList, Uint32List } from '../../values/number-list.ts';
import { FIRST_PLACE, LONG_FIELD_BIT } from './posting-list.ts';

/**
 * How a posting list is stored: the number of documents, then for each how far it is from the one before and, where they
 * differ from that one's, its fields. A frequent word takes little more than a byte a document.
 */
export function writePostings(
  bytes: ByteList,
  ordinals: Uint32Array,
  fields: Uint8Array,
  { from, to, first }: { from: number; to: number; first: number },
): void {
  bytes.pushNumber(to - from);
  let lastOrdinal = first;
  let lastBits = 0;
  for (let index = from; index < to; index++) {
    const ordinal = ordinals[index] ?? 0;
    const bits = fields[index] ?? 0;
    bytes.pushNumber((ordinal - lastOrdinal) * 2 + (bits === lastBits ? 0 : 1));
    if (bits !== lastBits) bytes.push(bits);
    lastOrdinal = ordinal;
    lastBits = bits;
  }
}

class ByteReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  number(): number {
    let byte = this.byte();
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }
}

export function readCount(list: Uint8Array): number {
  return new ByteReader(list).number();
}

export function readPostings(
  list: Uint8Array,
  first: number,
  visit: (ordinal: number, bits: number) => void,
): void {
  const reader = new ByteReader(list);
  let ordinal = first;
  let bits = 0;
  for (let left = reader.number(); left > 0; left--) {
    const step = reader.number();
    ordinal += step >>> 1;
    if ((step & 1) === 1) bits = reader.byte();
    visit(ordinal, bits);
  }
}

/**
 * Reads the places of a stored list, document after document: gives a function that takes the fields of the next document
 * and appends its places to a list.
 */
export function readPlaces(bytes: Uint8Array): (bits: number, places: Uint32List) => void {
  const reader = new ByteReader(bytes);
  let next = reader.hasMore ? reader.number() : null;
  return (bits, places) => {
    if ((bits & ~LONG_FIELD_BIT) === 0) return;
    while (next !== null) {
      places.push(next & ~FIRST_PLACE);
      next = reader.hasMore ? reader.number() : null;
      if (next !== null && (next & FIRST_PLACE) !== 0) break;
    }
  };
}
