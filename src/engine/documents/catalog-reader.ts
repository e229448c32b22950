import type { EngineReader, ProductPage, Suggestions, SuggestRequest } from '../engine.ts';
import type { ExplainRequest, Explanation } from '../explain/explanation.ts';
import type { SearchQuery, SearchResult } from '../query/model.ts';
import { answerCache } from './answer-cache.ts';
import { assembleResult, assembleSuggestions, type Presentation } from './assemble.ts';
import { productPage } from './product-page.ts';

export class CatalogReader {
  readonly #reader: EngineReader;
  readonly #presentation: Presentation;
  readonly #answers = answerCache();

  constructor(reader: EngineReader, presentation: Presentation) {
    this.#reader = reader;
    this.#presentation = presentation;
  }

  get fields(): Presentation['fields'] {
    return this.#presentation.fields;
  }

  /** Callers must not change the answer: it is kept. */
  async search(query: SearchQuery): Promise<SearchResult> {
    const key = JSON.stringify(query);
    const known = this.#answers.find(key);
    if (known !== undefined) return known;
    const found = await this.#reader.search(query);
    const result = assembleResult(found, query, this.#presentation);
    this.#answers.keep(key, result);
    return result;
  }

  async suggest(request: SuggestRequest): Promise<Suggestions> {
    return assembleSuggestions(await this.#reader.suggest(request), request.fields, this.#presentation);
  }

  async productByUrl(url: string): Promise<ProductPage | null> {
    const found = await this.#reader.productByUrl(url);
    return found && productPage(found);
  }

  async productsById(ids: readonly string[]): Promise<ProductPage[]> {
    return (await this.#reader.productsById(ids)).map(productPage);
  }

  explain(request: ExplainRequest): Promise<Explanation[]> {
    return this.#reader.explain(request);
  }

  categoryByUrl(url: string): Promise<{ id: string; name: string } | null> {
    return this.#reader.categoryByUrl(url);
  }
}
