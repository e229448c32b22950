import { readCategory } from '../../category-paths.ts';
import type { SourceRecord } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';
import type { ViewNodes } from '../../record/record-reader.ts';
import { storePlaces } from '../../store-places.ts';
import { addressHashOf } from '../../text/address.ts';
import { DocumentPhrases } from './document-phrases.ts';
import { FieldMembers } from './field-members.ts';
import { KeptTexts } from './kept-texts.ts';
import { ShownRecord } from './shown-record.ts';
import { SMILE, SMILE_HEADER, smileName } from './smile.ts';
import { SmileBytes } from './smile-bytes.ts';
import { WordTexts } from './word-weights.ts';

/** Takes a search document in SMILE under the id that the index has it by; its bytes are valid until it returns. */
export type TakeDocument = (id: string, document: Uint8Array) => void;

const { objectBegin, objectEnd, arrayBegin, arrayEnd, textBegin, textEnd } = SMILE;
const name = (text: string, ...tokens: number[]) => Buffer.concat([smileName(text), Buffer.from(tokens)]);

/** The members of a document in their order, as they begin. */
const MEMBER = {
  id: name('id'),
  docid: name('docid'),
  since: name('since'),
  view: name('view'),
  views: name('views', arrayBegin),
  available: name('available'),
  w: name('w', textBegin),
  title: name('title', textBegin),
  naming: name('naming', textBegin),
  short: name('short', textBegin),
  title_hash: name('title_hash'),
  url_hash: name('url_hash'),
  terms: name('terms', arrayBegin),
  phrases: name('phrases', arrayBegin),
  category: name('category', arrayBegin),
  category_id: name('category_id', arrayBegin),
  variants: name('variants', arrayBegin),
  skuid: name('skuid'),
  stores: name('stores', arrayBegin),
  lat: name('lat'),
  lon: name('lon'),
  record: name('record'),
} as const;

/**
 * Makes search documents of records: one for the base and one for each view. They are written as bytes, as most parts have
 * been met before and are copied.
 */
export class DocumentMaker {
  readonly #phrases = new DocumentPhrases(() => this.#shown.values);
  readonly #shown: ShownRecord = new ShownRecord(this.#phrases);
  readonly #words: WordTexts;
  readonly #fields: FieldMembers;
  readonly #categoryIds = new KeptTexts();
  readonly #crumbs = new KeptTexts();
  readonly #out = new SmileBytes();

  /** @param fields of all records that will come */
  constructor(fields: FieldCatalog, means: { title: number; rest: number }) {
    this.#words = new WordTexts(this.#shown.words.table, means);
    this.#fields = new FieldMembers(fields, this.#shown.fields, this.#shown.values, this.#out);
  }

  /** Hands all documents of a record on. @param since the first version of the catalog whose readers see them; without it all do */
  make(record: SourceRecord, take: TakeDocument, since?: number): void {
    const [shown, out] = [this.#shown, this.#out];
    const { docid, json } = record;
    shown.read(json);
    const { views } = shown;
    this.#begin(record, since);
    out.value('');
    if (views.length > 0) {
      out.copy(MEMBER.views);
      for (const { name } of views) out.value(name);
      out.byte(arrayEnd);
    }
    this.#addDocument(null);
    out.copy(MEMBER.record);
    out.value(json);
    out.byte(objectEnd);
    take(`${docid}`, out.view());
    for (const [at, view] of views.entries()) {
      this.#begin(record, since);
      out.value(view.name);
      this.#addDocument(view);
      out.byte(objectEnd);
      take(`${docid}:${at}`, out.view());
    }
  }

  /** All up to the name of the view. */
  #begin({ docid, id }: SourceRecord, since: number | undefined): void {
    const out = this.#out;
    out.length = 0;
    out.copy(SMILE_HEADER);
    out.byte(objectBegin);
    out.copy(MEMBER.id);
    out.value(id);
    out.copy(MEMBER.docid);
    out.integer(docid);
    if (since !== undefined) {
      out.copy(MEMBER.since);
      out.integer(since);
    }
    out.copy(MEMBER.view);
  }

  #addDocument(view: ViewNodes | null): void {
    const shown = this.#shown;
    this.#phrases.clear();
    shown.show(view);
    const { texts } = shown;
    const [words, out] = [this.#words, this.#out];
    out.copy(MEMBER.available);
    out.byte(shown.isAvailable() ? SMILE.true : SMILE.false);
    out.copy(MEMBER.w);
    words.weighted(texts, shown.restLength, out);
    out.byte(textEnd);
    out.copy(MEMBER.title);
    words.title(texts, out);
    out.byte(textEnd);
    out.copy(MEMBER.naming);
    words.naming(texts, out);
    out.byte(textEnd);
    out.copy(MEMBER.short);
    words.short(texts, out);
    out.byte(textEnd);
    out.copy(MEMBER.title_hash);
    out.integer(shown.words.table.hashOfWords(texts.title.words, texts.title.ownCount));
    out.copy(MEMBER.url_hash);
    out.integer(this.#urlHash());
    out.copy(MEMBER.terms);
    words.written(texts, out);
    out.byte(arrayEnd);
    out.copy(MEMBER.phrases);
    for (const phrase of this.#phrases.take()) out.value(phrase);
    out.byte(arrayEnd);
    this.#addCategories();
    this.#addProductFields();
    this.#addVariants();
    this.#addStores();
  }

  #urlHash(): number {
    const { nodes } = this.#shown.reader;
    const node = this.#shown.roles.of('url');
    const start = node === 0 ? -1 : nodes.textStart(node);
    return start === -1 ? 0 : addressHashOf(nodes.units, start, nodes.textEnd(node));
  }

  #addCategories(): void {
    const out = this.#out;
    const { entries } = this.#shown.categories;
    out.copy(MEMBER.category);
    for (const entry of entries) this.#fields.addText(entry);
    out.byte(arrayEnd);
    out.copy(MEMBER.category_id);
    for (const entry of entries) {
      if (!this.#categoryIds.has(entry)) {
        const { id, crumb } = readCategory(this.#shown.values.textOf(entry));
        this.#categoryIds.keep(entry, id);
        this.#crumbs.keep(entry, crumb);
      }
      for (const texts of [this.#categoryIds, this.#crumbs]) {
        out.byte(textBegin);
        texts.write(entry, out);
        out.byte(textEnd);
      }
    }
    out.byte(arrayEnd);
  }

  #addProductFields(): void {
    const { fields, rollUps } = this.#shown;
    this.#fields.begin();
    this.#fields.add(fields.own, 'product', (plan) => !plan.isRollUp);
    this.#fields.add(fields.union, 'product', (plan) => !plan.isRollUp && !fields.hasOwn(plan));
    this.#fields.add(rollUps.entries, 'product', () => true);
    this.#fields.end();
  }

  #addVariants(): void {
    const out = this.#out;
    const { fields, reader } = this.#shown;
    const { variantCount, variantIds, variantEnds, ofVariants } = fields;
    out.copy(MEMBER.variants);
    let from = 0;
    for (let at = 0; at < variantCount; at++) {
      const to = variantEnds[at] ?? 0;
      out.byte(objectBegin);
      out.copy(MEMBER.skuid);
      out.value(reader.nodes.text(variantIds[at] ?? 0));
      this.#fields.begin();
      this.#fields.add(ofVariants, 'variant', () => true, from, to);
      this.#fields.end();
      out.byte(objectEnd);
      from = to;
    }
    out.byte(arrayEnd);
  }

  #addStores(): void {
    const { roles, reader } = this.#shown;
    const stores = roles.of('store_location');
    const places = stores === 0 ? [] : storePlaces(reader.nodes.value(stores));
    if (places.length === 0) return;
    const out = this.#out;
    out.copy(MEMBER.stores);
    for (const { lat, lon } of places) {
      out.byte(objectBegin);
      out.copy(MEMBER.lat);
      out.number(lat);
      out.copy(MEMBER.lon);
      out.number(lon);
      out.byte(objectEnd);
    }
    out.byte(arrayEnd);
  }
}
