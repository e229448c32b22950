import type { SourceRecord } from '../engine.ts';
import { isNumeric } from '../field-values.ts';
import type { FieldCatalog, FieldInfo, FieldType } from '../fields/field-survey.ts';
import { listKinds } from '../ranking/category-kinds.ts';
import type { FieldValues as FieldNumbers } from '../record/field-plan.ts';
import { ENGLISH_ONLY, getAnalyser, type LanguageSettings } from '../text/analyser.ts';
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

/** Search document of a record in one view, for engines that take documents; plain JSON. */
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
  /** Stems of the title, and of the short fields as they follow one another. */
  title: string;
  short: string;
  url_hash: number;
  /** Words of titles, brands, categories and keywords as they are written, folded. */
  terms: string[];
  /** Phrases for suggestions: the folded words, a tab, and the spelling. */
  phrases: string[];
  /** Nodes of the category tree, and their ids and crumbs. */
  category: string[];
  category_id: string[];
  /** Words for the things that the lowest of them hold. */
  kinds: string[];
  variants: ({ skuid: string } & FieldValues)[];
  stores?: { lat: number; lon: number }[];
  /** On the base: the record's JSON text, so that numbers keep their digits. */
  record?: string;
}

/** Makes the search documents of records: one for the base and one for each view. */
export class SearchDocuments {
  readonly #shown = new RecordInView();
  readonly #phrases = new DocumentPhrases(this.#shown.values);
  readonly #words: WordTexts;
  readonly #languages: LanguageSettings;
  /** By name. */
  readonly #fields: Readonly<Record<FieldInfo['on'], ReadonlyMap<string, { key: string; type: FieldType }>>>;

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
    const encodeFields = (on: FieldInfo['on']) => {
      const own = fields.filter((field) => field.on === on);
      return new Map(own.map(({ name, type }) => [name, { key: keyOf(name), type }]));
    };
    this.#fields = { product: encodeFields('product'), variant: encodeFields('variant') };
  }

  of({ docid, id, json }: SourceRecord): SearchDocument[] {
    const shown = this.#shown;
    shown.read(json);
    const views = [...shown.views];
    const base = { id, docid, view: '', ...(views.length > 0 && { views }), ...this.#makeDocument(null) };
    const documents: SearchDocument[] = [{ ...base, record: json }];
    for (const view of views) documents.push({ id, docid, view, ...this.#makeDocument(view) });
    return documents;
  }

  #makeDocument(view: string | null): Omit<SearchDocument, 'id' | 'docid' | 'view' | 'views' | 'record'> {
    const [shown, words] = [this.#shown, this.#words];
    shown.show(view);
    words.analyser = getAnalyser(this.#languages, view);
    const { texts, categories, stores } = shown;
    const category = categories.map(({ entry }) => entry);
    return {
      available: shown.isAvailable,
      w: words.weighted(texts),
      title: words.title(texts),
      short: words.short(texts),
      url_hash: shown.urlHash,
      terms: words.written(texts),
      phrases: this.#phrases.of(texts),
      category,
      kinds: listKinds(category, words.analyser),
      category_id: categories.flatMap(({ id, crumb }) => [id, crumb]),
      ...this.#encodeValues(shown.fields.product, 'product'),
      variants: shown.fields.variants.map(({ id: skuid, fields }) => ({
        skuid,
        ...this.#encodeValues(fields, 'variant'),
      })),
      ...(stores.length > 0 && { stores }),
    };
  }

  /** Attributes that are no fields of the index are left out. */
  #encodeValues(fields: readonly FieldNumbers[], on: FieldInfo['on']): FieldValues {
    const into: FieldValues = { s: {}, n: {} };
    for (const { plan, values: numbers } of fields) {
      const field = this.#fields[on].get(plan.name);
      if (field === undefined) continue;
      const { key, type } = field;
      const scalars = numbers.map((number) => this.#shown.values.scalarOf(number));
      const read = scalars.filter(isNumeric);
      if (type === 'text') put(into.s, key, scalars.map(String));
      if (read.length > 0) put(into.n, key, read.map(Number));
    }
    return into;
  }
}

/** Sets values by name, of which `__proto__` is one as any other. */
function put<Value extends string | number>(into: Values<Value>, name: string, values: Value[]): void {
  const each = [...new Set(values)];
  const value = each.length === 1 ? (each[0] as Value) : each;
  if (name === '__proto__') Object.defineProperty(into, name, { value, enumerable: true });
  else into[name] = value;
}
