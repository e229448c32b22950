import type { EngineReader } from '../../engine.ts';
import { explain } from '../answers/explain.ts';
import { OpenVersion } from '../answers/open-version.ts';
import { categoryAt, productAt, productsOf } from '../answers/pages.ts';
import { search } from '../answers/search.ts';
import { suggest } from '../answers/suggest.ts';

/** Answers from one version of an index; all that it needs stands in the cluster. */
export class VersionReader implements EngineReader {
  readonly #version: OpenVersion;

  constructor(...given: ConstructorParameters<typeof OpenVersion>) {
    this.#version = new OpenVersion(...given);
  }

  search(query: Parameters<EngineReader['search']>[0]): ReturnType<EngineReader['search']> {
    return search(this.#version, query);
  }

  suggest(request: Parameters<EngineReader['suggest']>[0]): ReturnType<EngineReader['suggest']> {
    return suggest(this.#version, request);
  }

  productByUrl(url: string): ReturnType<EngineReader['productByUrl']> {
    return productAt(this.#version, url);
  }

  productsById(ids: readonly string[]): ReturnType<EngineReader['productsById']> {
    return productsOf(this.#version, ids);
  }

  categoryByUrl(url: string): ReturnType<EngineReader['categoryByUrl']> {
    return categoryAt(this.#version, url);
  }

  explain(request: Parameters<EngineReader['explain']>[0]): ReturnType<EngineReader['explain']> {
    return explain(this.#version, request);
  }
}
