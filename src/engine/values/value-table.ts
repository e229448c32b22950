import type { Scalar } from '../field-values.ts';
import { Uint32List } from './number-list.ts';

/** A list of values by code: each distinct one in the order in which it came first, and its place + 1 for every value. */
export interface CodedValues {
  distinct: Uint32Array;
  codes: Uint32Array;
}

/** Numbers the distinct values of a catalog from 1 on; 5 is another value than "5". */
export class ValueInterner {
  readonly #texts = new Map<Scalar, number>();
  /** Of numbers: few, and looked up much sooner apart from the many texts. */
  readonly #numbers = new Map<Scalar, number>();
  /** By number; none has the number 0. */
  readonly #values: Scalar[] = [''];
  /** The code of each value while a list is coded, else 0. */
  #codeOf = new Uint32Array(0);

  numberOf(value: Scalar): number {
    const numbers = typeof value === 'number' ? this.#numbers : this.#texts;
    const known = numbers.get(value);
    if (known !== undefined) return known;
    // One of the two zeros.
    const number = this.#values.push(typeof value === 'number' ? value + 0 : value) - 1;
    numbers.set(value, number);
    return number;
  }

  scalarOf(number: number): Scalar {
    return this.#values[number] ?? '';
  }

  textOf(number: number): string {
    return String(this.scalarOf(number));
  }

  /** The values of a list by code; the codes take the place of the values. */
  code(values: Uint32Array): CodedValues {
    if (this.#codeOf.length < this.#values.length) this.#codeOf = new Uint32Array(this.#values.length);
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
