import { type CategoryEntry, CategoryTree } from '../category-paths.ts';
import { type Attributes, type CatalogRecord, toEffectiveRecord } from '../effective-record.ts';
import { asText } from '../field-values.ts';
import { DocumentFields } from '../record/document-fields.ts';
import { DocumentTexts } from '../record/document-texts.ts';
import { type StorePlace, storePlaces } from '../store-places.ts';
import { hashAddress } from '../text/address.ts';
import { ValueInterner } from '../values/value-table.ts';
import { TextReader } from '../words/text-reader.ts';

/** Records as their views show them, with their fields and words, one at a time. */
export class RecordInView {
  readonly values = new ValueInterner();
  readonly fields = new DocumentFields(this.values);
  readonly texts = new DocumentTexts(this.values);
  words = new TextReader(this.values);
  categories: readonly CategoryEntry[] = [];
  /** The record's views in order. */
  views: readonly string[] = [];
  readonly #tree = new CategoryTree(this.values);
  #record: CatalogRecord = {};
  #attributes: Attributes = {};

  read(json: string): void {
    this.#record = JSON.parse(json) as CatalogRecord;
    this.views = Object.keys(this.#record.views ?? {});
  }

  show(view: string | null): void {
    const shown = toEffectiveRecord(this.#record, view);
    this.#attributes = shown.attributes;
    this.fields.read(shown);
    this.categories = this.#tree.nodesOf(shown.attributes);
    this.texts.read(shown.attributes, this.fields, this.categories, this.words);
  }

  /** Only the texts that name the record. */
  showNames(view: string | null): void {
    const { attributes } = toEffectiveRecord(this.#record, view);
    this.texts.readNames(attributes, this.#tree.nodesOf(attributes), this.words);
  }

  /** Words get new numbers from now on: those so far would fill the memory. */
  forgetWords(): void {
    this.words = new TextReader(this.values);
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
