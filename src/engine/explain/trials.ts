import type { SearchSettings } from '../engine.ts';
import type { SearchQuery } from '../query/model.ts';
import { getAnalyser } from '../text/analyser.ts';
import type { Counterfactual, ExplainedProduct } from './explanation.ts';

export type QueryFilters = Pick<SearchQuery, 'facetFilters' | 'filters' | 'geo'>;

export const UNFILTERED: QueryFilters = { facetFilters: [], filters: [], geo: null };

/** Each filter of a query by its place, as a query of it `alone` has it, and the query without it. */
export function listFilters(query: SearchQuery) {
  const { facetFilters, filters, geo } = query;
  const facets = facetFilters.map((filter, at) => ({
    place: { kind: 'facet' as const, at },
    alone: { ...UNFILTERED, facetFilters: [filter] },
    without: { ...query, facetFilters: facetFilters.toSpliced(at, 1) },
  }));
  const booleans = filters.map((filter, at) => ({
    place: { kind: 'boolean' as const, at },
    alone: { ...UNFILTERED, filters: [filter] },
    without: { ...query, filters: filters.toSpliced(at, 1) },
  }));
  if (geo === null || geo.maxDistance === null) return [...facets, ...booleans];
  const without = { ...query, geo: { ...geo, maxDistance: null } };
  const place = { kind: 'distance' as const, at: 0 };
  return [...facets, ...booleans, { place, alone: { ...UNFILTERED, geo }, without }];
}

/** The query without any filter; sorted as it was. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  return { ...query, ...UNFILTERED, geo: query.geo && { ...query.geo, maxDistance: null } };
}

/** A search with one thing changed that may keep a product out. */
interface Trial {
  change: Counterfactual['change'];
  query: SearchQuery;
}

/** Single changes of a query that may make it find a product. */
export function listTrials(
  query: SearchQuery,
  product: ExplainedProduct,
  title: string,
  settings: SearchSettings,
): Trial[] {
  const trials: Trial[] = [];
  if (product.visibility !== 'shown') trials.push({ change: { kind: 'visible' }, query });
  const failing = product.filters.filter(({ passes }) => !passes);
  for (const { place, without } of listFilters(query)) {
    if (failing.some(({ kind, at }) => kind === place.kind && at === place.at))
      trials.push({ change: { kind: 'without_filter', filter: place }, query: without });
  }
  if (failing.length > 1) trials.push({ change: { kind: 'without_filters' }, query: withoutFilters(query) });
  const missing = product.words.filter(({ held }) => held === null).map(({ words }) => words);
  const [first, ...others] = missing;
  if (first === undefined || product.recalled !== false) return trials;
  trials.push({ change: { kind: 'word_in_title', words: missing.flat() }, query });
  const analyser = getAnalyser(settings, product.view);
  const of = analyser.findHeadWord(analyser.tokenizeText(title));
  const isOfQuery = of !== undefined && product.words.some(({ words }) => words.includes(of));
  if (of !== undefined && !isOfQuery && others.length === 0)
    trials.push({ change: { kind: 'synonym', words: first, of }, query });
  return trials;
}

/** The settings of a catalog that knows that some words mean the same as another. */
export function withSynonym(settings: SearchSettings, words: readonly string[], of: string): SearchSettings {
  return { ...settings, synonyms: [...settings.synonyms, [words.join(' '), of]] };
}
