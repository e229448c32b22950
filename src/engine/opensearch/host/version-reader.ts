import { withinTime } from '../../call.ts';
import type { EngineReader } from '../../engine.ts';
import { explain } from '../../explain/explain.ts';
import type { ExplainSource } from '../../explain/explained-search.ts';
import type { OpenVersion } from '../answers/open-version.ts';
import { categoryAt, productAt, productsOf } from '../answers/pages.ts';
import { search, searchAltered } from '../answers/search.ts';
import { suggest } from '../answers/suggest.ts';

/** How long a shopper waits; below the grace in which superseded documents are still there. */
const SEARCH_MS = 10_000;
const EXPLAIN_MS = 60_000;

/** Answers from one version of an index; all that it needs stands in the cluster. Each answer has one deadline for all that it asks. */
export class VersionReader implements EngineReader {
  readonly #version: OpenVersion;
  readonly #searchMs: number;

  constructor(version: OpenVersion, searchMs = SEARCH_MS) {
    this.#version = version;
    this.#searchMs = searchMs;
  }

  search(query: Parameters<EngineReader['search']>[0]): ReturnType<EngineReader['search']> {
    return withinTime(this.#searchMs, () => search(this.#version, query));
  }

  suggest(request: Parameters<EngineReader['suggest']>[0]): ReturnType<EngineReader['suggest']> {
    return withinTime(this.#searchMs, () => suggest(this.#version, request));
  }

  productByUrl(url: string): ReturnType<EngineReader['productByUrl']> {
    return withinTime(this.#searchMs, () => productAt(this.#version, url));
  }

  productsById(ids: readonly string[]): ReturnType<EngineReader['productsById']> {
    return withinTime(this.#searchMs, () => productsOf(this.#version, ids));
  }

  categoryByUrl(url: string): ReturnType<EngineReader['categoryByUrl']> {
    return withinTime(this.#searchMs, () => categoryAt(this.#version, url));
  }

  explain(request: Parameters<EngineReader['explain']>[0]): ReturnType<EngineReader['explain']> {
    return withinTime(EXPLAIN_MS, () => explain(explainSource(this.#version), request));
  }
}

function explainSource(version: OpenVersion): ExplainSource {
  const { state, settings } = version;
  return {
    version: state.version,
    settings,
    fields: state.fields,
    documents: state.documents,
    means: state.means,
    phrasesAreFirstWords: true,
    search: (query, { settings: other, alsoShown } = {}) =>
      searchAltered(
        other === undefined ? version : version.withSettings(other),
        query,
        alsoShown && {
          bool: { filter: [{ term: { id: alsoShown.id } }, { term: { view: alsoShown.view ?? '' } }] },
        },
      ),
    productsById: (ids) => productsOf(version, ids),
  };
}
