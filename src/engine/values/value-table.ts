import type { Scalar } from '../field-values.ts';
import { ByteTable, hashNext } from './byte-table.ts';
import { Uint32List } from './number-list.ts';

/** A list of values by code: each distinct one in the order in which it came first, and its place + 1 for every value. */
export interface CodedValues {
  distinct: Uint32Array;
  codes: Uint32Array;
}

const MAX_BYTE = 0xff;

/** Numbers the distinct values of a catalog from 1 on; 5 is another value than "5". */
export class ValueInterner {
  /** Texts of one byte a character, by far the most. */
  readonly #texts = new ByteTable();
  /** The text at hand. */
  #bytes = new Uint8Array(1 << 9);
  /** All other texts, the empty one, and booleans. */
  readonly #wide = new Map<Scalar, number>();
  /** Numbers by their eight bytes, and the number that each has. */
  readonly #numbers = new ByteTable();
  readonly #ofNumbers = new Uint32List();
  readonly #double = new Float64Array(1);
  readonly #doubleBytes = new Uint8Array(this.#double.buffer);
  readonly #halves = new Uint32Array(this.#double.buffer);
  /** Values that are not in the table of bytes, by number. */
  readonly #others = new Map<number, Scalar>();
  /** The code of each value while a list is coded, else 0. */
  #codeOf = new Uint32Array(0);

  constructor() {
    // None has the number 0.
    this.#texts.reserve();
  }

  numberOf(value: Scalar): number {
    if (typeof value === 'number') return this.#numberDouble(value);
    const hash = typeof value === 'string' ? this.#copy(value) : null;
    if (typeof value === 'string' && hash !== null)
      return this.#texts.numberOf(this.#bytes, 0, value.length, hash);
    let number = this.#wide.get(value);
    if (number === undefined) {
      number = this.#add(value);
      this.#wide.set(value, number);
    }
    return number;
  }

  #numberDouble(value: number): number {
    // One of the two zeros.
    this.#double[0] = value + 0;
    const bytes = this.#doubleBytes;
    const hash = hashNext(hashNext(0, this.#halves[0] ?? 0), this.#halves[1] ?? 0);
    const place = this.#numbers.numberOf(bytes, 0, bytes.length, hash);
    if (place === this.#ofNumbers.length) this.#ofNumbers.push(this.#add(value + 0));
    return this.#ofNumbers.at(place);
  }

  #add(other: Scalar): number {
    const number = this.#texts.reserve();
    this.#others.set(number, other);
    return number;
  }

  /** The number of a text, 0 if it was not met before. */
  find(text: string): number {
    const hash = this.#copy(text);
    if (hash === null) return this.#wide.get(text) ?? 0;
    return Math.max(0, this.#texts.find(this.#bytes, 0, text.length, hash));
  }

  /** Makes a text the one at hand, and gives its hash; null for one that is empty or has a character of more than a byte. */
  #copy(text: string): number | null {
    const { length } = text;
    if (length === 0) return null;
    if (length > this.#bytes.length) this.#bytes = new Uint8Array(length * 2);
    const bytes = this.#bytes;
    let hash = 0;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code > MAX_BYTE) return null;
      bytes[at] = code;
      hash = hashNext(hash, code);
    }
    return hash;
  }

  scalarOf(number: number): Scalar {
    if (this.#texts.lengthOf(number) > 0) return this.#texts.decode(number, 'latin1');
    return this.#others.get(number) ?? '';
  }

  textOf(number: number): string {
    return String(this.scalarOf(number));
  }

  /** Of the text. */
  lengthOf(number: number): number {
    return this.#texts.lengthOf(number) || this.textOf(number).length;
  }

  /** The values of a list by code; the codes take the place of the values. */
  code(values: Uint32Array): CodedValues {
    if (this.#codeOf.length < this.#texts.size) this.#codeOf = new Uint32Array(this.#texts.size);
    const codeOf = this.#codeOf;
    const distinct = new Uint32List();
    for (let index = 0; index < values.length; index++) {
      const value = values[index] ?? 0;
      let code = codeOf[value] ?? 0;
      if (code === 0) {
        distinct.push(value);
        code = distinct.length;
        codeOf[value] = code;
      }
      values[index] = code;
    }
    for (let index = 0; index < distinct.length; index++) codeOf[distinct.at(index)] = 0;
    return { distinct: distinct.view(), codes: values };
  }
}
