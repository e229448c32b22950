import type { SearchSettings } from './engine.ts';
import type {
  Counterfactual,
  ExplainedFilter,
  ExplainedProduct,
  ExplainedWord,
  FilterPlace,
} from './explanation.ts';
import type { SearchQuery } from './query/model.ts';
import { analyserOfView } from './text/analyser.ts';
import type { QueryTerm } from './text/synonyms.ts';

/*
 * What an explanation says, whichever engine is asked: an engine finds out what its documents meet, and searches again for
 * each trial.
 */

/** Of the documents of a product the one that is shown, else the one of the view that is asked for, else the base. */
export function documentToExplain<Document>(
  documents: readonly Document[],
  { viewId }: SearchQuery,
  isShown: (document: Document) => boolean,
  viewOf: (document: Document) => string | null,
): Document | undefined {
  const ofView = (view: string | null) => documents.find((document) => viewOf(document) === view);
  return documents.find(isShown) ?? ofView(viewId) ?? ofView(null) ?? documents[0];
}

/** What is known of whether a product may be shown. */
interface RenderedResult {
  isShown: boolean;
  isAvailable: boolean;
  /** Whether it would be shown without a view. */
  isShownInBase(): boolean;
}

export function visibilityOf(
  { viewId, includeUnavailable }: SearchQuery,
  { searchUnavailable }: SearchSettings,
  { isShown, isAvailable, isShownInBase }: RenderedResult,
): Pick<ExplainedProduct, 'visibility' | 'hiddenByView'> {
  if (isShown) return { visibility: 'shown', hiddenByView: false };
  const isFine = isAvailable || includeUnavailable || searchUnavailable;
  return {
    visibility: isFine ? 'not_in_view' : 'unavailable',
    hiddenByView: viewId !== null && isShownInBase(),
  };
}

/** The words by which a product may have a term of the query, those that count first in front. */
export function waysToHold({
  words: own,
  alternatives,
  compounds = [],
  written = [],
}: QueryTerm): (Pick<NonNullable<ExplainedWord['held']>, 'words' | 'by'> & { stems: readonly string[] })[] {
  return [...alternatives, ...compounds].map((stems, at) => {
    const words = written[at] ?? stems;
    const isOwn = at === 0 || words.join(' ') === own.join(' ');
    return { words, stems, by: at >= alternatives.length ? 'compound' : isOwn ? 'word' : 'synonym' };
  });
}

/** What narrows the hits of a query. */
export type Narrowed = Pick<SearchQuery, 'facetFilters' | 'filters' | 'geo'>;

/** A filter of a query. */
interface OwnFilter {
  place: FilterPlace;
  /** As a query without the others has it. */
  alone: Narrowed;
  /** The query without it. */
  without: SearchQuery;
}

export function eachFilter(query: SearchQuery): OwnFilter[] {
  const { facetFilters, filters, geo } = query;
  const none: Narrowed = { facetFilters: [], filters: [], geo: null };
  const facets = facetFilters.map((filter, at) => ({
    place: { kind: 'facet' as const, at },
    alone: { ...none, facetFilters: [filter] },
    without: { ...query, facetFilters: facetFilters.toSpliced(at, 1) },
  }));
  const booleans = filters.map((filter, at) => ({
    place: { kind: 'boolean' as const, at },
    alone: { ...none, filters: [filter] },
    without: { ...query, filters: filters.toSpliced(at, 1) },
  }));
  if (geo === null || geo.maxDistance === null) return [...facets, ...booleans];
  const without = { ...query, geo: { ...geo, maxDistance: null } };
  return [...facets, ...booleans, { place: { kind: 'distance', at: 0 }, alone: { ...none, geo }, without }];
}

/**
 * Which filters of a query a document passes.
 *
 * @param passes a filter that stands alone
 * @param oneVariantPasses all filters on variants together
 */
export function explainFilters(
  query: SearchQuery,
  isOnVariants: (field: string) => boolean,
  passes: (filter: OwnFilter) => boolean,
  oneVariantPasses: boolean,
): ExplainedFilter[] {
  return eachFilter(query).map((filter) => {
    const [facet] = filter.alone.facetFilters;
    const isOutAlone = facet !== undefined && isOnVariants(facet.field) && !oneVariantPasses;
    const passesAlone = passes(filter);
    return { ...filter.place, passes: passesAlone && !isOutAlone, together: passesAlone && isOutAlone };
  });
}

/** A search with one thing changed that may keep a product out. */
export interface Trial {
  change: Counterfactual['change'];
  query: SearchQuery;
}

/**
 * What may be changed so that a product is found, one thing at a time.
 *
 * @param title of the product
 * @param terms of the query
 */
export function trialsFor(
  query: SearchQuery,
  product: ExplainedProduct,
  title: string,
  terms: readonly { term: QueryTerm }[],
  settings: SearchSettings,
): Trial[] {
  const trials: Trial[] = [];
  if (product.visibility !== 'shown') trials.push({ change: { kind: 'visible' }, query });
  const failing = product.filters.filter(({ passes }) => !passes);
  for (const { place, without } of eachFilter(query)) {
    if (failing.some(({ kind, at }) => kind === place.kind && at === place.at))
      trials.push({ change: { kind: 'without_filter', filter: place }, query: without });
  }
  if (failing.length > 1) {
    const geo = query.geo && { ...query.geo, maxDistance: null };
    const without = { ...query, facetFilters: [], filters: [], geo };
    trials.push({ change: { kind: 'without_filters' }, query: without });
  }
  const missing = product.words.filter(({ held }) => held === null).map(({ words }) => words);
  const [first, ...others] = missing;
  if (first === undefined || product.recalled !== false) return trials;
  trials.push({ change: { kind: 'word_in_title', words: missing.flat() }, query });
  const analyser = analyserOfView(settings, product.view);
  const of = analyser.headWord(analyser.textWords(title));
  const isOfQuery = of !== undefined && terms.some(({ term }) => term.words.includes(of));
  if (of !== undefined && !isOfQuery && others.length === 0)
    trials.push({ change: { kind: 'synonym', words: first, of }, query });
  return trials;
}

/** The settings of a catalog that knows that some words mean the same as another. */
export function withSynonym(settings: SearchSettings, words: readonly string[], of: string): SearchSettings {
  return { ...settings, synonyms: [...settings.synonyms, [words.join(' '), of]] };
}
