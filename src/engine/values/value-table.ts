import type { Scalar } from '../field-values.ts';
import { unitsOfText } from '../text/code-units.ts';
import { Uint32List } from './number-list.ts';
import { StringInterner } from './text-table.ts';

/** A list of values by code: each distinct one in the order in which it came first, and its place + 1 for every value. */
export interface CodedValues {
  distinct: Uint32Array;
  codes: Uint32Array;
}

/** Numbers the distinct values of a catalog: texts, and numbers and booleans where columns cannot hold them as they are. */
export class ValueInterner extends StringInterner {
  /** The values that are no texts, by number, and their numbers. */
  readonly #others = new Map<number, number | boolean>();
  readonly #numbersOfOthers = new Map<number | boolean, number>();
  readonly #lowered = new Map<number, number>();
  /** When each value was marked last. */
  #marks = new Uint32Array(1 << 8);
  #lastMark = 0;
  /** The code of each value while a list is coded, else 0. */
  #codeOf = new Uint32Array(0);

  numberOfText(text: string): number {
    const units = unitsOfText(text);
    return this.numberOf(units, 0, units.length);
  }

  /** The number of a value that is no text: 5 is another value than "5". */
  numberOfOther(value: number | boolean): number {
    const known = this.#numbersOfOthers.get(value);
    if (known !== undefined) return known;
    const number = this.append(NO_UNITS, 0, 0);
    this.#others.set(number, value);
    this.#numbersOfOthers.set(value, number);
    return number;
  }

  isText(number: number): boolean {
    return !this.#others.has(number);
  }

  scalarOf(number: number): Scalar {
    return this.#others.get(number) ?? this.textOf(number);
  }

  /** The number of the value in lower case, as a text. */
  lowerCaseOf(number: number): number {
    const known = this.#lowered.get(number);
    if (known !== undefined) return known;
    const lower = this.numberOfText(String(this.scalarOf(number)).toLowerCase());
    this.#lowered.set(number, lower);
    return lower;
  }

  /** The values of a list by code; the codes take the place of the values. */
  code(values: Uint32Array): CodedValues {
    if (this.#codeOf.length <= this.size) this.#codeOf = new Uint32Array(this.size + 1);
    const codeOf = this.#codeOf;
    const distinct = new Uint32List();
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      let code = codeOf[value] ?? 0;
      if (code === 0) {
        distinct.push(value);
        code = distinct.length;
        codeOf[value] = code;
      }
      values[at] = code;
    }
    for (let at = 0; at < distinct.length; at++) codeOf[distinct.at(at)] = 0;
    return { distinct: distinct.view(), codes: values };
  }

  /** Begins a collection of values in which none is marked. */
  clearMarks(): number {
    this.#lastMark++;
    return this.#lastMark;
  }

  /** Marks a value for a collection; false if it was. */
  mark(number: number, collection: number): boolean {
    if (number >= this.#marks.length) {
      const grown = new Uint32Array(this.size * 2);
      grown.set(this.#marks);
      this.#marks = grown;
    }
    if (this.#marks[number] === collection) return false;
    this.#marks[number] = collection;
    return true;
  }
}

const NO_UNITS = new Uint16Array(0);
