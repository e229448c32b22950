import { type Attributes, type CatalogRecord, toEffectiveRecord } from '../effective-record.ts';
import { asText } from '../field-values.ts';
import { CategoryLists, NO_CATEGORIES } from '../record/category-lists.ts';
import { DocumentFields } from '../record/document-fields.ts';
import { DocumentTexts, type NameSink } from '../record/document-texts.ts';
import { type StorePlace, storePlaces } from '../store-places.ts';
import { hashAddress } from '../text/address.ts';
import { ValueInterner } from '../values/value-table.ts';
import type { DocumentWords } from '../words/document-words.ts';
import { TextReader, type WordReader } from '../words/text-reader.ts';

/** Nobody who is told the names of documents. */
export const NO_NAMES: NameSink = {
  names: { add: () => undefined },
  keywords: { add: () => undefined },
  countTitle: () => undefined,
};

/** Records as their views show them, with their fields and words, one at a time. */
export class RecordInView {
  readonly values = new ValueInterner();
  readonly fields = new DocumentFields(this.values);
  readonly words = new TextReader(this.values);
  categories = NO_CATEGORIES;
  /** The record's views in order. */
  views: readonly string[] = [];
  readonly #lists = new CategoryLists(this.values);
  readonly #texts: DocumentTexts;
  #record: CatalogRecord = {};
  #attributes: Attributes = {};

  /** @param reader of words, which may be another for each document; `words` by default */
  constructor(names: NameSink, reader: () => WordReader = () => this.words) {
    this.#texts = new DocumentTexts(this.values, names, reader);
  }

  read(json: string): void {
    this.#record = JSON.parse(json) as CatalogRecord;
    this.views = Object.keys(this.#record.views ?? {});
  }

  show(view: string | null): void {
    const shown = toEffectiveRecord(this.#record, view);
    this.#attributes = shown.attributes;
    this.fields.read(shown);
    this.categories = this.#lists.of(shown.attributes);
    this.#texts.read(shown.attributes, this.fields, this.categories);
  }

  get texts(): DocumentWords {
    return this.#texts.words;
  }

  /** Characters of all texts but the title. */
  get restLength(): number {
    const { brand, categories, keywords, other, description } = this.texts;
    return brand.length + categories.length + keywords.length + other.length + description.length;
  }

  get isAvailable(): boolean {
    const { availability } = this.#attributes;
    return availability !== false && availability !== 'false';
  }

  get stores(): StorePlace[] {
    const { store_location: given } = this.#attributes;
    return given === undefined ? [] : storePlaces(given);
  }

  get urlHash(): number {
    return hashAddress(asText(this.#attributes.url));
  }
}
