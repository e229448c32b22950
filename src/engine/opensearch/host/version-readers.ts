import { runWithinTime } from '../../call.ts';
import {
  createReader,
  type EngineReader,
  type IndexRef,
  type PublishedVersion,
  type ReaderCall,
  type SearchSettings,
} from '../../engine.ts';
import { explain } from '../../explain/explain.ts';
import type { ExplainSource } from '../../explain/explained-search.ts';
import { LruCache } from '../../lru-cache.ts';
import { suggest } from '../../suggest.ts';
import { createRecordCache, OpenVersion } from '../answers/open-version.ts';
import { findCategoryAt, findProductByUrl, findProducts } from '../answers/pages.ts';
import { search, searchAltered } from '../answers/search.ts';
import { suggestSource } from '../answers/suggest-source.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { CatalogVersions } from '../sharing/catalog-versions.ts';

/** How long a shopper waits; below the grace in which superseded documents are still there. */
const SEARCH_MS = 10_000;
const EXPLAIN_MS = 60_000;

const ANSWERS: Readonly<Record<ReaderCall, (version: OpenVersion, argument: never) => Promise<unknown>>> = {
  search,
  suggest: (version, request) => suggest(suggestSource(version), request),
  productByUrl: findProductByUrl,
  productsById: findProducts,
  categoryByUrl: findCategoryAt,
  explain: (version, request) => explain(explainSource(version), request),
};

function explainSource(version: OpenVersion): ExplainSource {
  const { state, settings } = version;
  return {
    version: state.version,
    settings,
    fields: state.fields,
    documents: state.documents,
    means: state.means,
    phrasesAreFirstWords: true,
    search: (query, { settings: other, alsoShown: shown } = {}) => {
      const altered = other === undefined ? version : version.withSettings(other);
      const filter = shown && [{ term: { id: shown.id } }, { term: { view: shown.view ?? '' } }];
      return searchAltered(altered, query, filter && { bool: { filter } });
    },
    productsById: (ids) => findProducts(version, ids),
  };
}

/** Readers are kept for this many catalogs; another one asks the cluster anew for what it counts. */
const MAX_READERS = 100;

/** The readers of versions; a catalog has one at a time, for the version that was asked for last. */
export class VersionReaders {
  readonly #cluster: Cluster;
  readonly #versions: CatalogVersions;
  /** By catalog. */
  readonly #readers = new LruCache<{ key: string; reader: Promise<EngineReader> }>(MAX_READERS);
  readonly #records = createRecordCache();

  constructor(cluster: Cluster, versions: CatalogVersions) {
    this.#cluster = cluster;
    this.#versions = versions;
  }

  of({ catalog, ref, settings }: PublishedVersion): Promise<EngineReader> {
    const key = `${ref.name} ${ref.version} ${JSON.stringify(settings)}`;
    const entry = this.#readers.get(catalog);
    if (entry?.key === key) return entry.reader;
    const reader = this.#make(ref, settings);
    this.#readers.set(catalog, { key, reader });
    reader.catch(() => {
      if (this.#readers.get(catalog)?.reader === reader) this.#readers.delete(catalog);
    });
    return reader;
  }

  forget(index: string): void {
    this.#readers.deleteAll(({ key }) => key.startsWith(`${index} `));
  }

  async #make(ref: IndexRef, settings: SearchSettings): Promise<EngineReader> {
    const state = await this.#versions.get(ref);
    const version = new OpenVersion(this.#cluster, state, settings, this.#records);
    // Each answer has one deadline for all that it asks.
    return createReader((call, argument) =>
      runWithinTime(call === 'explain' ? EXPLAIN_MS : SEARCH_MS, () => ANSWERS[call](version, argument)),
    );
  }
}
