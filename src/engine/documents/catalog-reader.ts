import type { EngineReader, ProductPage, PublishedVersion, Suggestions, SuggestRequest } from '../engine.ts';
import type { ExplainRequest, Explanation } from '../explain/explanation.ts';
import type { FieldCatalog } from '../fields/field-survey.ts';
import { RequestedFields } from '../fields/requested-fields.ts';
import { LruCache } from '../lru-cache.ts';
import type { SearchQuery, SearchResult } from '../query/model.ts';
import { assembleResult, assembleSuggestions } from './assemble.ts';
import type { Presentation } from './hit-document.ts';
import { toProductPage } from './product-page.ts';

const MAX_ANSWERS = 500;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_DOCUMENTS = 10_000;
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

function measure({ hits, groups, facets }: SearchResult): number {
  const lists = groups === null ? [hits] : groups.map((group) => group.hits);
  const text = lists.reduce((sum, list) => list.reduce((of, { json }) => of + json.length, sum), 0);
  const values = facets.reduce((sum, facet) => sum + ('values' in facet ? facet.values.length : 1), 0);
  return text + values * 100 + 1000;
}

const countCharacters = (json: string, key: string) => key.length + json.length;

export class CatalogReader {
  readonly #reader: EngineReader;
  readonly #presentation: Presentation;
  /** By query: shoppers ask for the same few pages most of the time. */
  readonly #answers = new LruCache<SearchResult>(MAX_ANSWERS, {
    bytes: MAX_BYTES,
    bytesOf: (result, key) => key.length + measure(result),
  });

  constructor(reader: EngineReader, { fields, settings }: Pick<PublishedVersion, 'fields' | 'settings'>) {
    this.#reader = reader;
    const kept = new LruCache<string>(MAX_DOCUMENTS, { bytes: MAX_DOCUMENT_BYTES, bytesOf: countCharacters });
    this.#presentation = { family: settings.family, fields: new RequestedFields(fields), kept };
  }

  get fields(): FieldCatalog {
    return this.#presentation.fields.catalog;
  }

  /** Callers must not change the answer: it is kept. */
  async search(query: SearchQuery): Promise<SearchResult> {
    const key = JSON.stringify(query);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found = await this.#reader.search(query);
    const result = assembleResult(found, query, this.#presentation);
    this.#answers.set(key, result);
    return result;
  }

  async suggest(request: SuggestRequest): Promise<Suggestions> {
    return assembleSuggestions(await this.#reader.suggest(request), request.fields, this.#presentation);
  }

  async productByUrl(url: string): Promise<ProductPage | null> {
    const found = await this.#reader.productByUrl(url);
    return found && toProductPage(found);
  }

  async productsById(ids: readonly string[]): Promise<ProductPage[]> {
    return (await this.#reader.productsById(ids)).map(toProductPage);
  }

  explain(request: ExplainRequest): Promise<Explanation[]> {
    return this.#reader.explain(request);
  }
}
