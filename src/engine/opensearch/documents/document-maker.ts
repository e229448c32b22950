import { readCategory } from '../../category-paths.ts';
import type { SourceRecord } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-catalog.ts';
import type { ViewNodes } from '../../record/record-reader.ts';
import { storePlaces } from '../../store-places.ts';
import { addressHashOf } from '../../text/address.ts';
import { DocumentPhrases } from './document-phrases.ts';
import { FieldMembers } from './field-members.ts';
import { JsonBytes } from './json-bytes.ts';
import { KeptTexts } from './kept-texts.ts';
import { ShownRecord } from './shown-record.ts';
import { WordTexts } from './word-weights.ts';

/** Takes a search document as JSON text under the id that the index has it by; the text is valid until it returns. */
export type TakeDocument = (id: string, json: Uint8Array) => void;

/** The members of a document in their order, as they begin. */
const MEMBERS = {
  id: '{"id":',
  docid: ',"docid":',
  since: ',"since":',
  view: ',"view":',
  views: ',"views":',
  available: ',"available":',
  w: ',"w":"',
  title: '","title":"',
  naming: '","naming":"',
  short: '","short":"',
  title_hash: '","title_hash":',
  url_hash: ',"url_hash":',
  terms: ',"terms":[',
  phrases: '],"phrases":[',
  category: '],"category":[',
  category_id: '],"category_id":[',
  variants: ',"variants":[',
  skuid: '{"skuid":',
  stores: ',"stores":',
  record: ',"record":',
} as const;
const MEMBER = Object.fromEntries(
  Object.entries(MEMBERS).map(([name, text]) => [name, Buffer.from(text)]),
) as unknown as Readonly<Record<keyof typeof MEMBERS, Uint8Array>>;
const [CLOSE, COMMA, ARRAY_END] = [0x7d, 0x2c, 0x5d];
const ARRAY_END_AND_MORE = Buffer.from('],');
const EMPTY = Buffer.from('""');

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
  readonly #out = new JsonBytes();

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
    out.copy(EMPTY);
    if (views.length > 0) {
      out.copy(MEMBER.views);
      out.text(JSON.stringify(views.map(({ name }) => name)));
    }
    this.#addDocument(null);
    out.copy(MEMBER.record);
    out.text(JSON.stringify(json));
    out.byte(CLOSE);
    take(`${docid}`, out.view());
    for (const [at, view] of views.entries()) {
      this.#begin(record, since);
      out.text(JSON.stringify(view.name));
      this.#addDocument(view);
      out.byte(CLOSE);
      take(`${docid}:${at}`, out.view());
    }
  }

  /** All up to the name of the view. */
  #begin({ docid, id }: SourceRecord, since: number | undefined): void {
    const out = this.#out;
    out.length = 0;
    out.copy(MEMBER.id);
    out.text(JSON.stringify(id));
    out.copy(MEMBER.docid);
    out.text(`${docid}`);
    if (since !== undefined) {
      out.copy(MEMBER.since);
      out.text(`${since}`);
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
    out.text(`${shown.isAvailable()}`);
    out.copy(MEMBER.w);
    words.weighted(texts, shown.restLength, out);
    out.copy(MEMBER.title);
    words.title(texts, out);
    out.copy(MEMBER.naming);
    words.naming(texts, out);
    out.copy(MEMBER.short);
    words.short(texts, out);
    out.copy(MEMBER.title_hash);
    out.whole(shown.words.table.hashOfWords(texts.title.words, texts.title.ownCount));
    out.copy(MEMBER.url_hash);
    out.whole(this.#urlHash());
    out.copy(MEMBER.terms);
    words.written(texts, out);
    out.copy(MEMBER.phrases);
    for (const [at, phrase] of this.#phrases.take().entries()) {
      if (at > 0) out.byte(COMMA);
      out.text(phrase);
    }
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
    for (const [at, entry] of entries.entries()) {
      if (at > 0) out.byte(COMMA);
      this.#fields.addText(entry);
    }
    out.copy(MEMBER.category_id);
    for (const [at, entry] of entries.entries()) {
      if (!this.#categoryIds.has(entry)) {
        const { id, crumb } = readCategory(this.#shown.values.textOf(entry));
        this.#categoryIds.keep(entry, `${JSON.stringify(id)},${JSON.stringify(crumb)}`);
      }
      if (at > 0) out.byte(COMMA);
      this.#categoryIds.write(entry, out);
    }
    out.copy(ARRAY_END_AND_MORE);
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
      if (at > 0) out.byte(COMMA);
      out.copy(MEMBER.skuid);
      out.text(JSON.stringify(reader.nodes.text(variantIds[at] ?? 0)));
      out.byte(COMMA);
      this.#fields.begin();
      this.#fields.add(ofVariants, 'variant', () => true, from, to);
      this.#fields.end();
      out.byte(CLOSE);
      from = to;
    }
    out.byte(ARRAY_END);
  }

  #addStores(): void {
    const { roles, reader } = this.#shown;
    const stores = roles.of('store_location');
    const places = stores === 0 ? [] : storePlaces(reader.nodes.value(stores));
    if (places.length === 0) return;
    this.#out.copy(MEMBER.stores);
    this.#out.text(JSON.stringify(places));
  }
}
