import { measureWords } from '../text/analysis.ts';
import { Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { FieldWords } from './field-words.ts';
import { TermDictionary } from './word-table.ts';

const NONE: readonly number[] = [];
/** A text of this many characters is kept until the next one. */
const MIN_LONG = 100;

/** Words by number: those of a text, and those of the measures in it. */
interface ReadText {
  words: Uint32Array;
  measures: readonly number[];
}

/** Reads the words of texts into fields. Values that come again are read once: their words are kept. */
export class TextReader {
  readonly table = new TermDictionary();
  /** By number of a value; null for one that has been read once, as many are never read again. */
  readonly #kept: (ReadText | null)[] = [];
  /** Of the value that was read last. */
  readonly #found = new Uint32List();
  #longText = '';
  readonly #long = new FieldWords();
  readonly #values: ValueInterner;

  constructor(values: ValueInterner) {
    this.#values = values;
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

  /** Adds the words of a value that is a text. */
  addValue(field: FieldWords, value: number): void {
    let kept = this.#kept[value];
    if (kept === undefined) {
      const text = this.#values.textOf(value);
      this.#kept[value] = null;
      this.addText(field, text);
      return;
    }
    if (kept === null) {
      const text = this.#values.textOf(value);
      this.#found.length = 0;
      this.table.read(text, this.#found);
      kept = { words: this.#found.view().slice(), measures: this.#listMeasures(text) };
      this.#kept[value] = kept;
    }
    field.words.append(kept.words);
    for (const measure of kept.measures) field.measures.push(measure);
  }

  #read(text: string, { words, measures }: FieldWords): void {
    this.table.read(text, words);
    for (const measure of this.#listMeasures(text)) measures.push(measure);
  }

  /** Of the text that was read last. */
  #listMeasures(text: string): readonly number[] {
    const measures = /\d/.test(text) ? measureWords(text) : [];
    return measures.length === 0 ? NONE : measures.map((word) => this.table.numberOf(word));
  }
}
