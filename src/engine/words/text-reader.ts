import { measureWords } from '../text/analysis.ts';
import { enlargeNumbers, Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { FieldWords } from './field-words.ts';
import { TermDictionary } from './word-table.ts';

/** A text of this many characters is kept until the next one. */
const MIN_LONG = 100;

const READ_ONCE = 1;

/** Reads the words of texts into fields. Values that come again are read once: their words are kept. */
export class TextReader {
  readonly table = new TermDictionary();
  /** By number of a value where its words are kept; one that has been read once has none, as many are never read again. */
  #kept = new Uint32Array(1 << 8);
  /** Of each kept value how many words it has, and how many of measures, then both. */
  readonly #words = new Uint32List();
  #longText = '';
  readonly #long = new FieldWords();
  readonly #values: ValueInterner;

  constructor(values: ValueInterner) {
    this.#values = values;
    for (let at = 0; at <= READ_ONCE; at++) this.#words.push(0);
  }

  /** Adds the words of a text that comes once or, if it is long, again with a view of the same record. */
  addText(field: FieldWords, text: string): void {
    if (text.length < MIN_LONG) {
      this.#read(text, field);
      return;
    }
    const long = this.#long;
    if (text !== this.#longText) {
      long.clear();
      this.#read(text, long);
      this.#longText = text;
    }
    field.words.append(long.words.view());
    field.measures.append(long.measures.view());
  }

  /** Adds the words of a value that is a text, which may be at hand. */
  addValue(field: FieldWords, value: number, text?: string): void {
    if (value >= this.#kept.length) this.#kept = enlargeNumbers(this.#kept, value + 1);
    let kept = this.#kept[value] ?? 0;
    if (kept === 0) {
      this.#kept[value] = READ_ONCE;
      this.addText(field, text ?? this.#values.textOf(value));
      return;
    }
    if (kept === READ_ONCE) {
      kept = this.#keep(text ?? this.#values.textOf(value));
      this.#kept[value] = kept;
    }
    const words = this.#words;
    const own = kept + 2 + words.at(kept);
    const end = own + words.at(kept + 1);
    for (let at = kept + 2; at < own; at++) field.words.push(words.at(at));
    for (let at = own; at < end; at++) field.measures.push(words.at(at));
  }

  #keep(text: string): number {
    const words = this.#words;
    const at = words.length;
    words.push(0);
    words.push(0);
    const hasDigit = this.table.read(text, words);
    words.set(at, words.length - at - 2);
    if (hasDigit) words.set(at + 1, this.#readMeasures(text, words));
    return at;
  }

  #read(text: string, { words, measures }: FieldWords): void {
    if (this.table.read(text, words)) this.#readMeasures(text, measures);
  }

  /** Of a text with a digit; gives how many there are. */
  #readMeasures(text: string, found: Uint32List): number {
    const measures = measureWords(text);
    for (const word of measures) found.push(this.table.numberOf(word));
    return measures.length;
  }
}
