import { BrctlError } from '../base/errors.ts';
import { findCategoryByUrl } from './documents/product-page.ts';
import type { EngineReader, PublishedVersion, SearchEngine } from './engine.ts';
import type { SearchQuery } from './query/model.ts';
import { toAddressKey } from './text/address.ts';

/** Methods that a reader must implement; the others have a default here. */
export type RequiredReader = Pick<EngineReader, 'search' | 'productsById'> & Partial<EngineReader>;

/** Methods that an engine must implement; the others have a default here. */
export type RequiredEngine = Pick<
  SearchEngine,
  'engine' | 'format' | 'start' | 'build' | 'publish' | 'has' | 'drop' | 'health' | 'close'
> &
  Partial<Omit<SearchEngine, 'reader'>> & { reader(version: PublishedVersion): RequiredReader };

/** A query for everything, of which nothing is read. */
export const EVERYTHING: SearchQuery = {
  recall: { kind: 'all' },
  facetFilters: [],
  filters: [],
  geo: null,
  sort: [],
  start: 0,
  rows: 0,
  fields: [],
  facets: null,
  stats: [],
  group: null,
  viewId: null,
  boosts: [],
  includeUnavailable: true,
};

const MAX_CATEGORIES = 30_000;

/** Gives an engine what it lacks, by way of what it has. What there is stays as it is. */
export function completeEngine(engine: RequiredEngine): SearchEngine {
  const { reader } = engine;
  const optional: Omit<SearchEngine, keyof RequiredEngine> & Required<OptionalEngine> = {
    warm: engine.warm ?? (() => undefined),
    sizeBytes: engine.sizeBytes ?? (async () => 0),
    copy: engine.copy ?? (async () => Promise.reject(notSupportedError('copies of indexes', engine.engine))),
    ended: engine.ended ?? (async () => undefined),
  };
  return Object.assign(engine, optional, {
    reader: (version: PublishedVersion) => completeReader(reader.call(engine, version), engine.engine),
  });
}

type OptionalEngine = Pick<RequiredEngine, 'warm' | 'sizeBytes' | 'copy' | 'ended'>;

function completeReader(reader: RequiredReader, name: string): EngineReader {
  const { search } = reader;
  const find = (changes: Partial<SearchQuery>) => search.call(reader, { ...EVERYTHING, ...changes });
  const defaults: Omit<EngineReader, 'search' | 'productsById' | 'near'> = {
    suggest: async ({ prefix, products, viewId, sort }) => {
      const recall = { kind: 'keyword', text: prefix, tolerant: false, spelling: 'off' } as const;
      const { hits } = await find({ recall, rows: products, viewId, sort, includeUnavailable: false });
      return { queries: [], products: hits, attributes: [] };
    },
    productByUrl: async (url) => {
      const test = { kind: 'value', value: url } as const;
      const { hits } = await find({ rows: 1, facetFilters: [{ field: 'url', anyOf: [test] }] });
      return hits.find(({ record }) => toAddressKey(readUrl(record)) === toAddressKey(url)) ?? null;
    },
    categoryByUrl: async (url) => {
      const facets = { fields: ['category'], ranges: [], prefixes: {}, limit: MAX_CATEGORIES };
      const [facet] = (await find({ facets })).facets;
      return findCategoryByUrl(facet?.kind === 'category' ? facet.values : [], url);
    },
    explain: async () => Promise.reject(notSupportedError('explanations', name)),
  };
  const missing = Object.entries(defaults).filter(([member]) => !(member in reader));
  return Object.assign(reader, Object.fromEntries(missing)) as EngineReader;
}

function readUrl(record: string): string {
  const { attributes = {} } = JSON.parse(record) as { attributes?: Record<string, unknown> };
  return String(attributes.url ?? '');
}

function notSupportedError(what: string, engine: string): BrctlError {
  return new BrctlError(`the engine ${engine} has no ${what}`, {
    kind: 'usage',
    code: 'engine.not_supported',
    hint: 'use the embedded engine: --engine embedded',
  });
}
