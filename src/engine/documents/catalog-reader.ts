import type { EngineReader, ProductPage, Suggestions, SuggestRequest } from '../engine.ts';
import type { ExplainRequest, Explanation } from '../explain/explanation.ts';
import type { SearchQuery, SearchResult } from '../query/model.ts';
import { answerCache } from './answer-cache.ts';
import { assembleResult, assembleSuggestions, type Presentation } from './assemble.ts';
import { productPage } from './product-page.ts';

/** Answers from one version of a catalog, with documents, over any engine. */
export class CatalogReader {
  readonly #reader: EngineReader;
  readonly #presentation: Presentation;
  readonly #answers = answerCache();

  constructor(reader: EngineReader, presentation: Presentation) {
    this.#reader = reader;
    this.#presentation = presentation;
  }

  /** What the fields of the catalog are. */
  get fields(): Presentation['fields'] {
    return this.#presentation.fields;
  }

  /** Callers must not change the answer: it is kept. */
  async search(query: SearchQuery): Promise<SearchResult> {
    const key = JSON.stringify(query);
    const known = this.#answers.find(key);
    if (known !== undefined) return known;
    const found = await this.#reader.search(query);
    const result = assembleResult(found, query.fields, this.#presentation);
    this.#answers.keep(key, result);
    return result;
  }

  async suggest(request: SuggestRequest): Promise<Suggestions> {
    return assembleSuggestions(await this.#reader.suggest(request), request.fields, this.#presentation);
  }

  /** The product whose `url` attribute is this address (scheme, host case, trailing slash and query apart). */
  async productByUrl(url: string): Promise<ProductPage | null> {
    const found = await this.#reader.productByUrl(url);
    return found && productPage(found);
  }

  /** The products of these ids, in this order; unknown ids are left out. */
  async productsById(ids: readonly string[]): Promise<ProductPage[]> {
    return (await this.#reader.productsById(ids)).map(productPage);
  }

  /** Why products are, or are not, among the hits of a query: each in turn. */
  explain(request: ExplainRequest): Promise<Explanation[]> {
    return this.#reader.explain(request);
  }

  /** The category that an address names: by id or by the words of its name in the last path segment. */
  categoryByUrl(url: string): Promise<{ id: string; name: string } | null> {
    return this.#reader.categoryByUrl(url);
  }
}
