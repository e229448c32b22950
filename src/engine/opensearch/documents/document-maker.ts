import { readCategory } from '../../category-paths.ts';
import { eachOnce } from '../../each-once.ts';
import type { SourceRecord } from '../../engine.ts';
import { isNumeric } from '../../field-values.ts';
import type { FieldCatalog, FieldType } from '../../fields/field-catalog.ts';
import type { FieldPlan } from '../../record/field-plan.ts';
import type { ViewNodes } from '../../record/record-reader.ts';
import type { FieldEntries } from '../../record/value-list.ts';
import { storePlaces } from '../../store-places.ts';
import { addressHashOf } from '../../text/address.ts';
import { DocumentPhrases } from './document-phrases.ts';
import { fieldKeyOf } from './field-paths.ts';
import { ShownRecord } from './shown-record.ts';
import { WordTexts } from './word-weights.ts';

/** Takes a search document as JSON text under the id that the index has it by. */
export type TakeDocument = (id: string, json: string) => void;

interface NamedType {
  /** JSON text of the name in the index. */
  key: string;
  type: FieldType;
}

/** Makes search documents of records: one for the base and one for each view. They are texts, as most parts have been met before. */
export class DocumentMaker {
  readonly #phrases = new DocumentPhrases(() => this.#shown.values);
  readonly #shown: ShownRecord = new ShownRecord(this.#phrases);
  readonly #words: WordTexts;
  readonly #types: { product: ReadonlyMap<string, FieldType>; variant: ReadonlyMap<string, FieldType> };
  /** By the number of a field's plan; null for an attribute that is no field. */
  readonly #products: (NamedType | null)[] = [];
  readonly #variants: (NamedType | null)[] = [];
  /** JSON texts of values and of category ids, by number. */
  readonly #json: string[] = [];
  readonly #numbers: (number | null)[] = [];
  readonly #categoryIds: string[] = [];

  /** @param fields of all records that will come */
  constructor(fields: FieldCatalog, means: { title: number; rest: number }) {
    const typesOf = (on: 'product' | 'variant') =>
      new Map(fields.flatMap((field) => (field.on === on ? [[field.name, field.type] as const] : [])));
    this.#types = { product: typesOf('product'), variant: typesOf('variant') };
    this.#words = new WordTexts(this.#shown.words.table, means);
  }

  /** Hands all documents of a record on. @param since the first version of the catalog whose readers see them; without it all do */
  make({ docid, id, json }: SourceRecord, take: TakeDocument, since?: number): void {
    const shown = this.#shown;
    shown.read(json);
    const version = since === undefined ? '' : `,"since":${since}`;
    const common = `"id":${JSON.stringify(id)},"docid":${docid}${version}`;
    const { views } = shown;
    const named = views.length === 0 ? '' : `,"views":${JSON.stringify(views.map(({ name }) => name))}`;
    take(
      `${docid}`,
      `{${common},"view":""${named},${this.#document(null)},"record":${JSON.stringify(json)}}`,
    );
    for (const [at, view] of views.entries()) {
      take(`${docid}:${at}`, `{${common},"view":${JSON.stringify(view.name)},${this.#document(view)}}`);
    }
  }

  #document(view: ViewNodes | null): string {
    const shown = this.#shown;
    this.#phrases.clear();
    shown.show(view);
    const { texts } = shown;
    const words = this.#words;
    const { entries } = shown.categories;
    const members = [
      `"available":${shown.isAvailable()}`,
      `"w":"${words.weighted(texts, shown.restLength)}"`,
      `"title":"${words.title(texts)}"`,
      `"naming":"${words.naming(texts)}"`,
      `"short":"${words.short(texts)}"`,
      `"title_hash":${shown.words.table.hashOfWords(texts.title.words, texts.title.ownCount)}`,
      `"url_hash":${this.#urlHash()}`,
      `"terms":[${this.#terms()}]`,
      `"phrases":[${this.#phrases.take()}]`,
      `"category":[${entries.map((entry) => this.#jsonOf(entry))}]`,
      `"category_id":[${entries.map((entry) => this.#categoryIdsOf(entry))}]`,
      this.#productFields(),
      `"variants":[${this.#variantDocuments()}]`,
    ];
    const stores = shown.roles.of('store_location');
    const places = stores === 0 ? [] : storePlaces(shown.reader.nodes.value(stores));
    if (places.length > 0) members.push(`"stores":${JSON.stringify(places)}`);
    return members.join(',');
  }

  #urlHash(): number {
    const { nodes } = this.#shown.reader;
    const node = this.#shown.roles.of('url');
    const start = node === 0 ? -1 : nodes.textStart(node);
    return start === -1 ? 0 : addressHashOf(nodes.units, start, nodes.textEnd(node));
  }

  /** Words as they are written, those that measures make apart. */
  #terms(): string[] {
    const { title, brand, categories, keywords } = this.#shown.texts;
    const found = new Set<number>();
    for (const { words, ownCount } of [title, brand, categories, keywords])
      for (let at = 0; at < ownCount; at++) found.add(words.at(at));
    return [...found].flatMap((word) => {
      const text = this.#words.text(word);
      return text === null ? [] : `"${text}"`;
    });
  }

  #categoryIdsOf(entry: number): string {
    const known = this.#categoryIds[entry];
    if (known !== undefined) return known;
    const { id, crumb } = readCategory(this.#shown.values.textOf(entry));
    const text = `${JSON.stringify(id)},${JSON.stringify(crumb)}`;
    this.#categoryIds[entry] = text;
    return text;
  }

  #productFields(): string {
    const { fields, rollUps } = this.#shown;
    const parts = new FieldParts();
    this.#add(parts, fields.own, 'product', (plan) => !plan.isRollUp);
    this.#add(parts, fields.union, 'product', (plan) => !plan.isRollUp && !fields.hasOwn(plan));
    this.#add(parts, rollUps.entries, 'product', () => true);
    return parts.text;
  }

  #variantDocuments(): string[] {
    const { fields, reader } = this.#shown;
    const { variantCount, variantIds, variantEnds, ofVariants } = fields;
    const documents: string[] = [];
    let from = 0;
    for (let at = 0; at < variantCount; at++) {
      const to = variantEnds[at] ?? 0;
      const parts = new FieldParts();
      this.#add(parts, ofVariants, 'variant', () => true, from, to);
      documents.push(`{"skuid":${JSON.stringify(reader.nodes.text(variantIds[at] ?? 0))},${parts.text}}`);
      from = to;
    }
    return documents;
  }

  #add(
    parts: FieldParts,
    entries: FieldEntries,
    on: 'product' | 'variant',
    isTaken: (plan: FieldPlan) => boolean,
    first = 0,
    end = entries.length,
  ): void {
    for (let entry = first; entry < end; entry++) {
      const plan = entries.plans[entry] as FieldPlan;
      const named = isTaken(plan) ? this.#named(on, plan) : null;
      if (named !== null) this.#addValues(parts, named, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
    }
  }

  #addValues(parts: FieldParts, { key, type }: NamedType, from: number, to: number): void {
    const { values } = this.#shown.fields;
    const texts: string[] = [];
    const numbers: number[] = [];
    for (let at = from; at < to; at++) {
      const value = values.at(at);
      const number = value === 0 ? values.numberAt(at) : this.#numberOf(value);
      if (type === 'text') texts.push(value === 0 ? `"${number}"` : this.#jsonOf(value));
      if (number !== null) numbers.push(number);
    }
    parts.add(key, eachOnce(texts), eachOnce(numbers));
  }

  #named(on: 'product' | 'variant', { number, name }: FieldPlan): NamedType | null {
    const all = on === 'product' ? this.#products : this.#variants;
    const known = all[number];
    if (known !== undefined) return known;
    const type = this.#types[on].get(name);
    const named = type === undefined ? null : { key: JSON.stringify(fieldKeyOf(name)), type };
    all[number] = named;
    return named;
  }

  /** The number that a value reads as, null for one that does not. */
  #numberOf(value: number): number | null {
    const known = this.#numbers[value];
    if (known !== undefined) return known;
    const scalar = this.#shown.values.scalarOf(value);
    const number = isNumeric(scalar) ? Number(scalar) : null;
    this.#numbers[value] = number;
    return number;
  }

  /** JSON text of a value as a text. */
  #jsonOf(value: number): string {
    const known = this.#json[value];
    if (known !== undefined) return known;
    const text = JSON.stringify(String(this.#shown.values.scalarOf(value)));
    this.#json[value] = text;
    return text;
  }
}

/** The values of a product's or a variant's fields as members of JSON objects. */
class FieldParts {
  readonly #texts: string[] = [];
  readonly #numbers: string[] = [];

  add(key: string, texts: readonly string[], numbers: readonly number[]): void {
    if (texts.length > 0) this.#texts.push(`${key}:${listed(texts)}`);
    if (numbers.length > 0) this.#numbers.push(`${key}:${listed(numbers)}`);
  }

  get text(): string {
    return `"s":{${this.#texts}},"n":{${this.#numbers}}`;
  }
}

function listed(values: readonly (string | number)[]): string {
  return values.length === 1 ? String(values[0]) : `[${values}]`;
}
