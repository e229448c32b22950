import type { RequiredEngine, RequiredReader } from '../../../src/engine/complete-engine.ts';
import type {
  BuiltIndex,
  FoundRecords,
  IndexRef,
  IndexRun,
  PublishedVersion,
  RecordOpeners,
  SearchEngine,
  SearchSettings,
  SourceRecord,
} from '../../../src/engine/engine.ts';
import type { FieldCatalog } from '../../../src/engine/fields/field-survey.ts';
import { RecordSurvey } from '../../../src/engine/indexing/record-survey.ts';
import { type SearchDocument, SearchDocuments } from '../../../src/engine/indexing/search-documents.ts';
import { isLowerCased, resolveFieldMeaning } from '../../../src/engine/query/field-kinds.ts';
import type { BooleanFilter, FacetFilter, FieldTest, SearchQuery } from '../../../src/engine/query/model.ts';
import { ENGLISH_ANALYSER } from '../../../src/engine/text/analyser.ts';

interface ExampleIndex {
  version: number;
  fields: FieldCatalog;
  documents: readonly SearchDocument[];
  records: ReadonlyMap<string, string>;
}

type Fields = Pick<SearchDocument, 's' | 'n'>;
type Values = readonly (string | number)[];

/**
 * What a further engine has to do at least: documents in memory, looked at one after the other. It begins with
 * `engine/indexing`, which reads records and their words, and leaves all that is optional to `completeEngine`.
 */
export class ExampleEngine implements RequiredEngine {
  readonly engine = 'example';
  readonly format = '1';
  readonly #indexes = new Map<string, ExampleIndex>();
  readonly #published = new Map<string, PublishedVersion>();
  readonly #openVersion: RecordOpeners['openVersion'];
  #names = 0;

  constructor({ openVersion }: Pick<RecordOpeners, 'openVersion'>) {
    this.#openVersion = openVersion;
  }

  async start(inUse: readonly IndexRef[]): Promise<void> {
    const names = new Set(inUse.map(({ name }) => name));
    for (const name of this.#indexes.keys()) if (!names.has(name)) this.#indexes.delete(name);
  }

  async build({ records: locator, from, signal }: IndexRun): Promise<BuiltIndex> {
    const source = this.#openVersion(locator);
    try {
      const { version, count } = source;
      const known = from === null ? undefined : this.#indexes.get(from.ref.name);
      if (from !== null && known?.version === version)
        return { ref: from.ref, fields: known.fields, documents: count, mode: 'unchanged', rebuiltFor: null };
      const read: SourceRecord[] = [];
      for await (const batch of source.records()) {
        signal.throwIfAborted();
        read.push(...batch);
      }
      const survey = new RecordSurvey([]);
      for (const { json } of read) survey.add(json);
      const { fields, means } = survey;
      const documents = new SearchDocuments(fields, means);
      const name = `example-${++this.#names}`;
      this.#indexes.set(name, {
        version,
        fields,
        documents: read.flatMap((record) => documents.of(record)),
        records: new Map(read.map(({ id, json }) => [id, json])),
      });
      const ref = { engine: this.engine, format: this.format, name, version };
      return { ref, fields, documents: count, mode: 'full', rebuiltFor: null };
    } finally {
      source.close();
    }
  }

  async publish(version: PublishedVersion): Promise<void> {
    this.#published.set(version.catalog, version);
  }

  reader(version: PublishedVersion): RequiredReader {
    const open = () => {
      const { ref, settings } = this.#published.get(version.catalog) ?? version;
      const index = this.#indexes.get(ref.name);
      if (index === undefined) throw new Error(`there is no index ${ref.name}`);
      return { index, settings };
    };
    return {
      search: async (query) => {
        const { index, settings } = open();
        return search(index, settings, query);
      },
      productsById: async (ids) => {
        const { records } = open().index;
        return ids.flatMap((id) => (records.has(id) ? [{ id, record: records.get(id) ?? '' }] : []));
      },
    };
  }

  async has({ name }: IndexRef): Promise<boolean> {
    return this.#indexes.has(name);
  }

  async drop({ name }: IndexRef): Promise<void> {
    this.#indexes.delete(name);
    for (const [catalog, { ref }] of this.#published) if (ref.name === name) this.#published.delete(catalog);
  }

  async health(): ReturnType<SearchEngine['health']> {
    return { engine: this.engine, state: 'green', detail: 'in memory' };
  }

  async close(): Promise<void> {
    this.#indexes.clear();
  }
}

function search(
  { version, fields, documents, records }: ExampleIndex,
  settings: SearchSettings,
  query: SearchQuery,
): FoundRecords {
  const conditions = new Conditions(fields);
  const found = documents
    .filter((document) => isShown(document, settings, query))
    .filter((document) => isRecalled(document, query) || query.added?.includes(document.id))
    .filter((document) => query.filters.every((filter) => conditions.passes(document, filter)))
    .filter((document) => conditions.passesAll(document, query.facetFilters))
    .sort((a, b) => conditions.compare(a, b, query))
    .filter(({ id }) => query.hitsOf === undefined || query.hitsOf.ids.includes(id) === query.hitsOf.kept);
  const hits = found.slice(query.start, query.start + query.rows).map((document) => ({
    id: document.id,
    record: records.get(document.id) ?? '',
    view: document.view || null,
    score: conditions.factorOf(document, query),
  }));
  return {
    total: found.length,
    hits,
    maxScore: null,
    groups: null,
    groupCount: null,
    facets: [],
    stats: Object.fromEntries(query.stats.map((field) => [field, conditions.statsOf(found, field)])),
    correctedQuery: null,
    didYouMean: [],
    relaxed: false,
    terms: [],
    indexVersion: version,
  };
}

function isShown(
  { view, views = [], available, id }: SearchDocument,
  settings: SearchSettings,
  query: SearchQuery,
): boolean {
  if (!available && !query.includeUnavailable && !settings.searchUnavailable) return false;
  if (query.viewId === null || id === '') return view === '';
  if (view !== '') return view === query.viewId;
  return settings.showProductsOutsideView && !views.includes(query.viewId);
}

function isRecalled(document: SearchDocument, { recall }: SearchQuery): boolean {
  switch (recall.kind) {
    case 'all':
      return true;
    case 'ids':
      return recall.ids.includes(document.id);
    case 'category':
      return document.category_id.includes(recall.id);
    case 'keyword': {
      const stems = new Set(document.w.split(' ').map((weighed) => weighed.split('|')[0]));
      const words = ENGLISH_ANALYSER.tokenizeQuery(recall.text);
      return words.every((word) => stems.has(ENGLISH_ANALYSER.stem(word)));
    }
    default:
      throw new Error(`no recall of the kind ${recall.kind}`);
  }
}

/** The filters and the order of queries over the fields of an index. */
class Conditions {
  readonly #products: ReadonlyMap<string, 'number' | 'text'>;
  readonly #variants: ReadonlyMap<string, 'number' | 'text'>;

  constructor(fields: FieldCatalog) {
    const of = (on: 'product' | 'variant') =>
      new Map(fields.filter((field) => field.on === on).map(({ name, type }) => [name, type] as const));
    [this.#products, this.#variants] = [of('product'), of('variant')];
  }

  passes(document: SearchDocument, filter: BooleanFilter): boolean {
    if (filter.kind === 'and') return filter.operands.every((operand) => this.passes(document, operand));
    if (filter.kind === 'or') return filter.operands.some((operand) => this.passes(document, operand));
    if (filter.kind === 'not') return !this.passes(document, filter.operand);
    if (filter.kind !== 'test') return false;
    if (!this.#isOnVariants(filter.field)) return this.#meets(document, filter.field, filter.test);
    return document.variants.some((variant) => this.#meets(variant, filter.field, filter.test));
  }

  /** One variant has to pass every filter on variants. */
  passesAll(document: SearchDocument, filters: readonly FacetFilter[]): boolean {
    const meetsAny = (
      row: SearchDocument | SearchDocument['variants'][number],
      { field, anyOf }: FacetFilter,
    ) => anyOf.some((test) => this.#meets(row, field, test));
    const onVariants = filters.filter(({ field }) => this.#isOnVariants(field));
    const others = filters.filter(({ field }) => !this.#isOnVariants(field));
    return (
      others.every((filter) => meetsAny(document, filter)) &&
      (onVariants.length === 0 ||
        document.variants.some((variant) => onVariants.every((filter) => meetsAny(variant, filter))))
    );
  }

  /** What boosts make of a score of 1. */
  factorOf(document: SearchDocument, { boosts }: SearchQuery): number {
    let [raised, lowered] = [1, 1];
    for (const { by, weight } of boosts) {
      const change = weight * this.#strengthOf(document, by);
      if (change >= 0) raised += change;
      else lowered *= 1 - change;
    }
    return raised / lowered;
  }

  statsOf(documents: readonly SearchDocument[], field: string): FoundRecords['stats'][string] {
    const values = documents.flatMap((document) => this.#valuesOf(document, field).numbers.map(Number));
    if (values.length === 0) return null;
    const sum = values.reduce((total, value) => total + value, 0);
    const [min, max, count] = [Math.min(...values), Math.max(...values), values.length];
    return { min, max, mean: sum / count, count };
  }

  #strengthOf(document: SearchDocument, by: SearchQuery['boosts'][number]['by']): number {
    if (by.kind !== 'signal') return Number(this.passes(document, by));
    const [value = 0] = this.#valuesOf(document, by.field).numbers;
    return Math.log1p(Math.max(0, Number(value))) / Math.log1p(by.most);
  }

  /** By the keys of the query, missing values last, or by the score; then by id. */
  compare(a: SearchDocument, b: SearchDocument, query: SearchQuery): number {
    const { sort } = query;
    if (sort.length === 0) {
      const lead = this.factorOf(b, query) - this.factorOf(a, query);
      if (lead !== 0) return lead;
    }
    for (const { field, direction } of sort) {
      const [own, other] = [a, b].map((each) => this.#valuesOf(each, field).values[0]);
      if (own === other) continue;
      if (own === undefined || other === undefined) return own === undefined ? 1 : -1;
      return (own < other ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return a.id < b.id ? -1 : Number(a.id > b.id);
  }

  #isOnVariants(field: string): boolean {
    const { kind } = this.#meaning(field);
    return kind === 'variant' || kind === 'skuid';
  }

  #meaning(field: string): ReturnType<typeof resolveFieldMeaning> {
    return resolveFieldMeaning(field, (name) => this.#products.has(name));
  }

  #valuesOf(
    row: SearchDocument | SearchDocument['variants'][number],
    field: string,
  ): { values: Values; numbers: Values; type: 'number' | 'text' } {
    const meaning = this.#meaning(field);
    const texts = (values: Values) => ({ values, numbers: [], type: 'text' as const });
    if (meaning.kind === 'id') return texts('id' in row ? [row.id] : []);
    if (meaning.kind === 'skuid') return texts('skuid' in row ? [row.skuid] : []);
    if (meaning.kind === 'category') return texts('category_id' in row ? row.category_id : []);
    const { kind, name } = meaning;
    const type = (kind === 'product' ? this.#products : this.#variants).get(name);
    if (type === undefined) return texts([]);
    const numbers = listOf(row as Fields, 'n', name);
    return { values: type === 'number' ? numbers : listOf(row as Fields, 's', name), numbers, type };
  }

  #meets(row: SearchDocument | SearchDocument['variants'][number], field: string, test: FieldTest): boolean {
    const { values, numbers, type } = this.#valuesOf(row, field);
    if (test.kind === 'missing') return values.length === 0;
    if (test.kind === 'range') {
      const { min, max } = test.range;
      return numbers.some(
        (value) => Number(value) >= (min ?? -Infinity) && Number(value) <= (max ?? Infinity),
      );
    }
    if (type === 'number') return test.value.trim() !== '' && values.includes(Number(test.value));
    return values.includes(isLowerCased(field) ? test.value.toLowerCase() : test.value);
  }
}

function listOf(row: Fields, kind: 's' | 'n', name: string): Values {
  const value = row[kind][name];
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
