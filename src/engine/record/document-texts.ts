import type { CategoryEntry } from '../category-paths.ts';
import type { Attributes } from '../effective-record.ts';
import { asText } from '../field-values.ts';
import { countNamingWords } from '../ranking/title-words.ts';
import { enlargeBytes, NumberSet } from '../values/number-list.ts';
import type { ValueInterner } from '../values/value-table.ts';
import { FieldWords, SEARCHED_FIELDS } from '../words/field-words.ts';
import type { TextReader } from '../words/text-reader.ts';
import type { DocumentFields } from './document-fields.ts';

/** Characters between the texts of a list, and between two of a field; lengths of fields count them. */
const LIST_GAP = ', '.length;
const TEXT_GAP = ' . '.length;
const MAX_SEARCHED_VALUE_LENGTH = 200;
const [SEARCHED, NOT_SEARCHED] = [1, 2];
const ADDRESS = /^(https?:)?\//;

/** The texts of a document: its words by the field that they are in, and the values that name it. */
export class DocumentTexts {
  readonly title = new FieldWords();
  readonly brand = new FieldWords();
  readonly categories = new FieldWords();
  readonly keywords = new FieldWords();
  readonly other = new FieldWords();
  readonly description = new FieldWords();
  readonly inOrder: readonly FieldWords[] = SEARCHED_FIELDS.map((field) => this[field]);
  /** How many words of `other`, the first, are those of a long title. */
  titleRest = 0;
  /** The title by its number, 0 for none. */
  titleValue = 0;
  /** Brands and names of categories. */
  nameValues: number[] = [];
  keywordValues: number[] = [];
  readonly #values: ValueInterner;
  readonly #added = new NumberSet();
  readonly #lengths = new NumberSet();
  /** By value whether it is searched as other text, 0 where that has not been asked. */
  #searched = new Uint8Array(1 << 8);

  constructor(values: ValueInterner) {
    this.#values = values;
  }

  /** Characters of all texts but the title. */
  get restLength(): number {
    return this.inOrder.reduce((sum, { length }) => sum + length, -this.title.length);
  }

  read(
    attributes: Attributes,
    fields: DocumentFields,
    categories: readonly CategoryEntry[],
    reader: TextReader,
  ): void {
    this.readNames(attributes, categories, reader);
    this.#addOther(fields, reader);
    this.#addText(this.description, asText(attributes.description), reader);
    for (const field of [this.other, this.description]) field.settle();
  }

  /** Reads what names the document alone: its title, brands, categories and keywords. */
  readNames(attributes: Attributes, categories: readonly CategoryEntry[], reader: TextReader): void {
    for (const field of this.inOrder) field.clear();
    this.#addTitle(asText(attributes.title ?? attributes.item_title), reader);
    this.#addNames(readTexts(attributes.brand), categories, reader);
    this.keywordValues = [];
    this.#addKeywords(readTexts(attributes.keywords), reader);
    this.#addKeywords(readTexts(attributes.tags), reader);
    for (const field of [this.title, this.brand, this.categories, this.keywords]) field.settle();
  }

  #addTitle(text: string, reader: TextReader): void {
    this.titleValue = text === '' ? 0 : this.#values.numberOf(text);
    if (text !== '') this.#addValue(this.title, this.titleValue, 0, reader, text);
    this.title.moveRest(countNamingWords(text), this.other);
    this.titleRest = this.other.words.length;
  }

  #addNames(brands: readonly string[], categories: readonly CategoryEntry[], reader: TextReader): void {
    this.nameValues = brands.length > 0 ? [this.#values.numberOf(brands.join(', '))] : [];
    // The joint text of one brand is the brand.
    const own = brands.length > 1 ? brands.map((text) => this.#values.numberOf(text)) : this.nameValues;
    for (const brand of own) this.#addValue(this.brand, brand, LIST_GAP, reader);
    this.#added.clear();
    for (const { nameValue } of categories) {
      this.nameValues.push(nameValue);
      if (this.#added.add(nameValue)) this.#addValue(this.categories, nameValue, TEXT_GAP, reader);
    }
  }

  #addKeywords(texts: readonly string[], reader: TextReader): void {
    let gap = TEXT_GAP;
    for (const text of texts) {
      const value = this.#values.numberOf(text);
      this.#addValue(this.keywords, value, gap, reader);
      this.keywordValues.push(value);
      gap = LIST_GAP;
    }
  }

  /** Short texts of every other field and the variants' ids, each once: materials, models, colors, sizes. */
  #addOther({ product, variants }: DocumentFields, reader: TextReader): void {
    const [added, lengths] = [this.#added, this.#lengths];
    added.clear();
    lengths.clear();
    for (const { plan, values } of product) {
      if (!plan.isSearched) continue;
      for (const value of values) {
        if (!this.#isSearched(value) || !added.add(value)) continue;
        lengths.add(this.#values.lengthOf(value));
        this.#addValue(this.other, value, TEXT_GAP, reader);
      }
    }
    // Most ids are no values: to look for each of them among all took a fiftieth of a build.
    for (const { id } of variants)
      if (!lengths.has(id.length) || !added.has(this.#values.find(id))) this.#addText(this.other, id, reader);
  }

  #isSearched(value: number): boolean {
    if (value >= this.#searched.length) this.#searched = enlargeBytes(this.#searched, value + 1);
    let state = this.#searched[value] ?? 0;
    if (state === 0) {
      state = isSearchedText(this.#values.scalarOf(value)) ? SEARCHED : NOT_SEARCHED;
      this.#searched[value] = state;
    }
    return state === SEARCHED;
  }

  /** A text that is not expected to come again. */
  #addText(field: FieldWords, text: string, reader: TextReader): void {
    field.countText(text.length, TEXT_GAP);
    reader.addText(field, text);
  }

  #addValue(field: FieldWords, value: number, gap: number, reader: TextReader, text?: string): void {
    field.countText(this.#values.lengthOf(value), gap);
    reader.addValue(field, value, text);
  }
}

function readTexts(value: unknown): string[] {
  const texts: string[] = [];
  for (const each of Array.isArray(value) ? value : [value])
    if (asText(each) !== '') texts.push(asText(each));
  return texts;
}

function isSearchedText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_SEARCHED_VALUE_LENGTH && !ADDRESS.test(value);
}
