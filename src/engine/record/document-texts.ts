import type { Attributes } from '../effective-record.ts';
import { asText } from '../field-values.ts';
import { countNamingWords } from '../ranking/title-words.ts';
import type { Uint32List } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { DocumentWords, type FieldWords } from '../words/document-words.ts';
import type { WordReader } from '../words/text-reader.ts';
import type { CategoryList } from './category-lists.ts';
import type { DocumentFields } from './document-fields.ts';

/** Characters between the texts of a list, and between two of a field; lengths of fields count them. */
const LIST_GAP = ', '.length;
const TEXT_GAP = ' . '.length;
const MAX_SEARCHED_VALUE_LENGTH = 200;
const ADDRESS = /^(https?:)?\//;

/** Is told the names of documents, as numbers of values. */
export interface NameSink {
  readonly names: { add(value: number): void };
  readonly keywords: { add(value: number): void };
  /** A title, a value, and its words, of which the first this many are its own. */
  countTitle(title: number, words: Uint32List, count: number): void;
}

/** Reads the texts of documents into words, and tells their names. */
export class DocumentTexts {
  readonly words = new DocumentWords();
  readonly #values: ValueInterner;
  readonly #names: NameSink;
  readonly #reader: () => WordReader;

  /** @param reader of words; another one may take its place between two documents */
  constructor(values: ValueInterner, names: NameSink, reader: () => WordReader) {
    this.#values = values;
    this.#names = names;
    this.#reader = reader;
  }

  read(attributes: Attributes, fields: DocumentFields, categories: CategoryList): void {
    const { words } = this;
    for (const field of words.inOrder) field.clear();
    this.#addTitle(asText(attributes.title ?? attributes.item_title));
    this.#addBrand(textsOf(attributes.brand));
    for (const name of new Set(categories.names)) this.#addValue(words.categories, name, TEXT_GAP);
    for (const name of categories.names) this.#names.names.add(name);
    this.#addKeywords(textsOf(attributes.keywords));
    this.#addKeywords(textsOf(attributes.tags));
    this.#addOther(fields);
    this.#addText(words.description, asText(attributes.description));
    for (const field of words.inOrder) field.settle();
  }

  #addTitle(text: string): void {
    const { title, other } = this.words;
    if (text !== '') {
      const value = this.#values.numberOf(text);
      this.#addValue(title, value, 0);
      this.#names.countTitle(value, title.words, title.words.length);
      title.moveRest(countNamingWords(text), other);
    }
    this.words.titleRest = other.words.length;
  }

  #addBrand(texts: readonly string[]): void {
    for (const text of texts) this.#addValue(this.words.brand, this.#values.numberOf(text), LIST_GAP);
    if (texts.length > 0) this.#names.names.add(this.#values.numberOf(texts.join(', ')));
  }

  #addKeywords(texts: readonly string[]): void {
    let gap = TEXT_GAP;
    for (const text of texts) {
      const value = this.#values.numberOf(text);
      this.#addValue(this.words.keywords, value, gap);
      gap = LIST_GAP;
      this.#names.keywords.add(value);
    }
  }

  /** Short texts of every other field and the variants' ids, each once: materials, models, colors, sizes. */
  #addOther({ product, variants }: DocumentFields): void {
    const { other } = this.words;
    const added = new Set<number>();
    for (const [{ isSearched }, values] of product) {
      for (const value of isSearched ? values : []) {
        if (added.has(value) || !isSearchedText(this.#values.scalarOf(value))) continue;
        added.add(value);
        this.#addValue(other, value, TEXT_GAP);
      }
    }
    for (const { id } of variants) if (!added.has(this.#values.find(id))) this.#addText(other, id);
  }

  /** A text that is not expected to come again. */
  #addText(field: FieldWords, text: string): void {
    field.countText(text.length, TEXT_GAP);
    this.#reader().addText(field, text);
  }

  #addValue(field: FieldWords, value: number, gap: number): void {
    field.countText(this.#values.textOf(value).length, gap);
    this.#reader().addValue(field, value);
  }
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(asText).filter(Boolean);
}

function isSearchedText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_SEARCHED_VALUE_LENGTH && !ADDRESS.test(value);
}
