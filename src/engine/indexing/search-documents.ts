import { readCategory } from '../category-paths.ts';
import { dedupe } from '../dedupe.ts';
import type { SourceRecord } from '../engine.ts';
import { isNumeric } from '../field-values.ts';
import type { FieldCatalog, FieldType } from '../fields/field-survey.ts';
import type { FieldPlan } from '../record/field-plan.ts';
import type { ViewNodes } from '../record/record-reader.ts';
import type { FieldEntries } from '../record/value-list.ts';
import { storePlaces } from '../store-places.ts';
import { addressHashOf } from '../text/address.ts';
import { analyserOfView, ENGLISH_ONLY, type LanguageSettings } from '../text/analyser.ts';
import { DocumentPhrases } from './document-phrases.ts';
import { RecordInView } from './record-in-view.ts';
import { WordTexts } from './word-texts.ts';

/** Values by the name of a field, one or several. */
type Values<Value> = Record<string, Value | Value[]>;

/** Values of the fields of a product or of a variant: the texts of text fields, and whatever reads as a number. */
interface FieldValues {
  s: Values<string>;
  n: Values<number>;
}

/** What an index has of a record as one view shows it, for engines that take documents; plain JSON. */
export interface SearchDocument extends FieldValues {
  id: string;
  docid: number;
  /** '' for the base. */
  view: string;
  /** On the base: the views that have documents of their own. */
  views?: string[];
  available: boolean;
  /** Stems with their weights, `lamp|20000`. */
  w: string;
  /** Stems of the title, of all that names a product, and of the short fields as they follow one another. */
  title: string;
  naming: string;
  short: string;
  title_hash: number;
  url_hash: number;
  /** Words of titles, brands, categories and keywords as they are written, folded. */
  terms: string[];
  /** What suggestions offer: the folded words, a tab, and how it is written. */
  phrases: string[];
  /** Nodes of the category tree, and their ids and crumbs. */
  category: string[];
  category_id: string[];
  variants: ({ skuid: string } & FieldValues)[];
  stores?: { lat: number; lon: number }[];
  /** On the base: the record's JSON text, so that numbers keep their digits. */
  record?: string;
}

interface NamedType {
  key: string;
  type: FieldType;
}

/** Makes the search documents of records: one for the base and one for each view. */
export class SearchDocuments {
  readonly #phrases = new DocumentPhrases(() => this.#shown.values);
  readonly #shown: RecordInView = new RecordInView(this.#phrases);
  readonly #words: WordTexts;
  readonly #languages: LanguageSettings;
  readonly #keyOf: (name: string) => string;
  readonly #types: { product: ReadonlyMap<string, FieldType>; variant: ReadonlyMap<string, FieldType> };
  /** By the number of a field's plan; null for an attribute that is no field. */
  readonly #named: { product: (NamedType | null)[]; variant: (NamedType | null)[] } = {
    product: [],
    variant: [],
  };
  /** By number of a value what it reads as. */
  readonly #texts: string[] = [];
  readonly #numbers: (number | null)[] = [];
  readonly #categoryIds: string[][] = [];

  /**
   * @param fields of all records that will come
   * @param means lengths that weights are measured against
   * @param keyOf the name that an index has a field by
   */
  constructor(
    fields: FieldCatalog,
    means: { title: number; rest: number },
    keyOf: (name: string) => string = (name) => name,
    languages: LanguageSettings = ENGLISH_ONLY,
  ) {
    this.#languages = languages;
    this.#words = new WordTexts(this.#shown.words.table, means);
    this.#keyOf = keyOf;
    const typesOf = (on: 'product' | 'variant') =>
      new Map(fields.flatMap((field) => (field.on === on ? [[field.name, field.type] as const] : [])));
    this.#types = { product: typesOf('product'), variant: typesOf('variant') };
  }

  /** The documents of a record, the base first. */
  of({ docid, id, json }: SourceRecord): SearchDocument[] {
    const shown = this.#shown;
    shown.read(json);
    const { views } = shown;
    const names = views.map(({ name }) => name);
    const base = { id, docid, view: '', ...(names.length > 0 && { views: names }), ...this.#document(null) };
    const documents: SearchDocument[] = [{ ...base, record: json }];
    for (const view of views) documents.push({ id, docid, view: view.name, ...this.#document(view) });
    return documents;
  }

  #document(view: ViewNodes | null): Omit<SearchDocument, 'id' | 'docid' | 'view' | 'views' | 'record'> {
    const [shown, words] = [this.#shown, this.#words];
    this.#phrases.clear();
    shown.show(view);
    words.analyser = analyserOfView(this.#languages, view?.name ?? null);
    const { texts, categories } = shown;
    const stores = this.#stores();
    return {
      available: shown.isAvailable(),
      w: words.weighted(texts, shown.restLength),
      title: words.title(texts),
      naming: words.naming(texts),
      short: words.short(texts),
      title_hash: shown.words.table.hashOfWords(texts.title.words, texts.title.ownCount),
      url_hash: this.#urlHash(),
      terms: words.written(texts),
      phrases: this.#phrases.take(),
      category: categories.entries.map((entry) => this.#text(entry)),
      category_id: categories.entries.flatMap((entry) => this.#categoryId(entry)),
      ...this.#productFields(),
      variants: this.#variants(),
      ...(stores.length > 0 && { stores }),
    };
  }

  #urlHash(): number {
    const { nodes } = this.#shown.reader;
    const node = this.#shown.roles.of('url');
    const start = node === 0 ? -1 : nodes.textStart(node);
    return start === -1 ? 0 : addressHashOf(nodes.units, start, nodes.textEnd(node));
  }

  #stores(): { lat: number; lon: number }[] {
    const { roles, reader } = this.#shown;
    const stores = roles.of('store_location');
    return stores === 0 ? [] : storePlaces(reader.nodes.value(stores)).map(({ lat, lon }) => ({ lat, lon }));
  }

  #text(value: number): string {
    this.#texts[value] ??= this.#shown.values.textOf(value);
    return this.#texts[value];
  }

  #categoryId(entry: number): string[] {
    const known = this.#categoryIds[entry];
    if (known !== undefined) return known;
    const { id, crumb } = readCategory(this.#text(entry));
    this.#categoryIds[entry] = [id, crumb];
    return [id, crumb];
  }

  #productFields(): FieldValues {
    const { fields, rollUps } = this.#shown;
    const values = noValues();
    this.#add(values, fields.own, 'product', (plan) => !plan.isRollUp);
    this.#add(values, fields.union, 'product', (plan) => !plan.isRollUp && !fields.hasOwn(plan));
    this.#add(values, rollUps.entries, 'product', () => true);
    return values;
  }

  #variants(): SearchDocument['variants'] {
    const { fields, reader } = this.#shown;
    const { variantCount, variantIds, variantEnds, ofVariants } = fields;
    let from = 0;
    return Array.from({ length: variantCount }, (_, at) => {
      const to = variantEnds[at] ?? 0;
      const values = noValues();
      this.#add(values, ofVariants, 'variant', () => true, from, to);
      from = to;
      return { skuid: reader.nodes.text(variantIds[at] ?? 0), ...values };
    });
  }

  /** Adds entries from `first` on to before `end`; attributes that are no fields of the index are left out. */
  #add(
    into: FieldValues,
    entries: FieldEntries,
    on: 'product' | 'variant',
    isTaken: (plan: FieldPlan) => boolean,
    first = 0,
    end = entries.length,
  ): void {
    for (let entry = first; entry < end; entry++) {
      const plan = entries.plans[entry] as FieldPlan;
      const named = isTaken(plan) ? this.#nameOf(on, plan) : null;
      if (named !== null) this.#addValues(into, named, entries.from[entry] ?? 0, entries.to[entry] ?? 0);
    }
  }

  #addValues({ s, n }: FieldValues, { key, type }: NamedType, from: number, to: number): void {
    const { values } = this.#shown.fields;
    const texts: string[] = [];
    const numbers: number[] = [];
    for (let at = from; at < to; at++) {
      const value = values.at(at);
      const number = value === 0 ? values.numberAt(at) : this.#numberOf(value);
      if (type === 'text') texts.push(value === 0 ? String(number) : this.#textOf(value));
      if (number !== null) numbers.push(number);
    }
    if (texts.length > 0) put(s, key, texts);
    if (numbers.length > 0) put(n, key, numbers);
  }

  #nameOf(on: 'product' | 'variant', { number, name }: FieldPlan): NamedType | null {
    const all = this.#named[on];
    const known = all[number];
    if (known !== undefined) return known;
    const type = this.#types[on].get(name);
    const named = type === undefined ? null : { key: this.#keyOf(name), type };
    all[number] = named;
    return named;
  }

  /** The number that a value reads as, null for one that does not. */
  #numberOf(value: number): number | null {
    const known = this.#numbers[value];
    if (known !== undefined) return known;
    const scalar = this.#shown.values.scalarOf(value);
    // One of the two zeros.
    const number = isNumeric(scalar) ? Number(scalar) + 0 : null;
    this.#numbers[value] = number;
    return number;
  }

  /** A value as a text. */
  #textOf(value: number): string {
    const { values } = this.#shown;
    return values.isText(value) ? this.#text(value) : String(values.scalarOf(value));
  }
}

function noValues(): FieldValues {
  return { s: {}, n: {} };
}

/** Sets values by name, of which `__proto__` is one as any other. */
function put<Value extends string | number>(into: Values<Value>, name: string, values: Value[]): void {
  const each = dedupe(values) as Value[];
  const value = each.length === 1 ? (each[0] as Value) : each;
  if (name === '__proto__') Object.defineProperty(into, name, { value, enumerable: true });
  else into[name] = value;
}
