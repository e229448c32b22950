import { mayHoldMeasure, measureWords } from '../text/analysis.ts';
import { textOfUnits } from '../text/code-units.ts';
import { Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import type { FieldWords } from './document-words.ts';
import { TermDictionary } from './word-table.ts';

/** What reads words of texts into fields. */
export type WordReader = Pick<TextReader, 'addText' | 'addValue'>;

/** Reads the words of texts into fields. Values that come again are read once: their words are kept. */
export class TextReader {
  readonly table = new TermDictionary();
  /** For each value where its words are kept, 0 for none. */
  #kept = new Uint32Array(1 << 8);
  /** How many own words a value has, how many of measures, then both. */
  readonly #words = new Uint32List();
  readonly #measures = new Uint32List();
  readonly #values: ValueInterner;

  constructor(values: ValueInterner) {
    this.#values = values;
    this.#words.push(0);
  }

  /** Adds the words of a text that is not expected to come again. */
  addText(field: FieldWords, units: Uint16Array, start: number, end: number): void {
    this.table.read(units, start, end, field.words);
    if (this.table.hasDigit) this.#readMeasures(field.measures, units, start, end);
  }

  /** Adds the words of a value that is a text. */
  addValue({ words, measures }: FieldWords, value: number): void {
    const at = (value < this.#kept.length ? (this.#kept[value] ?? 0) : 0) || this.#keep(value);
    const own = at + 2 + this.#words.at(at);
    for (let each = at + 2; each < own; each++) words.push(this.#words.at(each));
    const end = own + this.#words.at(at + 1);
    for (let each = own; each < end; each++) measures.push(this.#words.at(each));
  }

  #keep(value: number): number {
    if (value >= this.#kept.length) this.#grow();
    const values = this.#values;
    const words = this.#words;
    const measures = this.#measures;
    const at = words.length;
    words.push(0);
    words.push(0);
    const start = values.startOf(value);
    const end = values.endOf(value);
    this.table.read(values.allUnits, start, end, words);
    words.set(at, words.length - at - 2);
    measures.length = 0;
    if (this.table.hasDigit) this.#readMeasures(measures, values.allUnits, start, end);
    words.set(at + 1, measures.length);
    for (let each = 0; each < measures.length; each++) words.push(measures.at(each));
    this.#kept[value] = at;
    return at;
  }

  #grow(): void {
    const grown = new Uint32Array(this.#values.size * 2);
    grown.set(this.#kept);
    this.#kept = grown;
  }

  #readMeasures(found: Uint32List, units: Uint16Array, start: number, end: number): void {
    if (!mayHoldMeasure(units, start, end)) return;
    for (const word of measureWords(textOfUnits(units, start, end))) found.push(this.table.numberOf(word));
  }
}
