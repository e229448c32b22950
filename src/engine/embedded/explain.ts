import type {
  Counterfactual,
  ExplainedFilter,
  ExplainedProduct,
  ExplainedWord,
  ExplainRequest,
  Explanation,
} from '../explanation.ts';
import { eachFilter, type Narrowed } from '../query/each-filter.ts';
import type { SearchQuery } from '../query/model.ts';
import { headWord, textWords } from '../text/analysis.ts';
import type { QueryTerm } from '../text/synonyms.ts';
import { narrow } from './candidates.ts';
import { viewOf } from './documents/records.ts';
import { isOnVariants } from './filters/fields.ts';
import type { KeywordResult } from './matching/keyword-search.ts';
import { bitsOf, LONG_FIELD_BIT, type Postings, withDocument } from './postings/posting-list.ts';
import { type SearchContext, visibleTo } from './search.ts';
import { COLUMN, productColumn, SHORT_FIELDS } from './snapshot/schema.ts';
import { TracedSearch } from './traced-search.ts';

/**
 * Why products are, or are not, among the hits of a query. One search for all of them; what is told of each is looked up in
 * the lists that the search has used. Counterfactuals are searches of their own.
 */
export function explain(
  context: SearchContext,
  { ids, query, counterfactuals }: ExplainRequest,
): Explanation[] {
  const { snapshot, records } = context;
  const mask = visibleTo(context, query);
  const search = new TracedSearch(context, query, mask);
  const { total, recalled } = search;
  const explained = ids.map((id) => {
    const ordinals = records.ordinalsOf(snapshot, id);
    const ordinal = documentOf(context, ordinals, query, mask);
    const product =
      ordinal === undefined ? null : explainProduct(context, query, mask, search, ordinals, ordinal);
    return { ordinal, explanation: { id, indexVersion: snapshot.version, total, product } };
  });
  if (counterfactuals) {
    for (const { ordinal, explanation } of explained) {
      const { product } = explanation;
      if (ordinal === undefined || product === null) continue;
      product.counterfactuals = whatIf(context, query, mask, ordinal, product, recalled.terms);
    }
  }
  return explained.map(({ explanation }) => explanation);
}

/** Of the documents of a product the one that is shown, else the one of the view that is asked for, else the base. */
function documentOf(
  { snapshot }: SearchContext,
  ordinals: readonly number[],
  { viewId }: SearchQuery,
  mask: Uint8Array,
): number | undefined {
  const ofView = (view: string | null) => ordinals.find((ordinal) => viewOf(snapshot, ordinal) === view);
  return ordinals.find((ordinal) => mask[ordinal] === 1) ?? ofView(viewId) ?? ofView(null) ?? ordinals[0];
}

function explainProduct(
  context: SearchContext,
  query: SearchQuery,
  mask: Uint8Array,
  search: TracedSearch,
  ordinals: readonly number[],
  ordinal: number,
): ExplainedProduct {
  const { snapshot, records } = context;
  const { corrected, relaxed, terms, ids } = search.recalled;
  const [{ json } = { json: '{}' }] = records.read([ordinal]);
  const isShown = mask[ordinal] === 1;
  return {
    record: json,
    view: viewOf(snapshot, ordinal),
    ...visibilityOf(context, query, ordinals, ordinal, isShown),
    correctedQuery: corrected,
    relaxed,
    words: terms.map(({ term }) => explainWord(context, term, ordinal)),
    recalled: isShown ? ids.includes(ordinal) : null,
    filters: explainFilters(context, query, ordinal),
    ranking: search.ranking(ordinal),
    counterfactuals: [],
  };
}

function visibilityOf(
  context: SearchContext,
  query: SearchQuery,
  ordinals: readonly number[],
  ordinal: number,
  isShown: boolean,
): Pick<ExplainedProduct, 'visibility' | 'hiddenByView'> {
  if (isShown) return { visibility: 'shown', hiddenByView: false };
  const base = visibleTo(context, { ...query, viewId: null });
  const hiddenByView = query.viewId !== null && ordinals.some((each) => base[each] === 1);
  const available = context.snapshot.integers(COLUMN.available)[ordinal] !== 0;
  const takesUnavailable = query.includeUnavailable || context.settings.searchUnavailable;
  return { visibility: available || takesUnavailable ? 'not_in_view' : 'unavailable', hiddenByView };
}

function explainWord({ postings }: SearchContext, term: QueryTerm, ordinal: number): ExplainedWord {
  const { words, alternatives, compounds = [] } = term;
  const own = [
    ...alternatives.map((one, at) => ({
      words: one,
      by: at === 0 ? ('word' as const) : ('synonym' as const),
    })),
    ...compounds.map((one) => ({ words: one, by: 'compound' as const })),
  ];
  const bits = bitsOf(postings(term), ordinal);
  if (bits === 0) return { words, held: null };
  const held = own.find((one) => bitsOf(postings({ words, alternatives: [one.words] }), ordinal) !== 0);
  return { words, held: { words, by: 'word', ...held, fields: fieldNames(bits) } };
}

function fieldNames(bits: number): string[] {
  const names: string[] = SHORT_FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0);
  return (bits & LONG_FIELD_BIT) === 0 ? names : [...names, 'description'];
}

function explainFilters(context: SearchContext, query: SearchQuery, ordinal: number): ExplainedFilter[] {
  const { snapshot, records } = context;
  const lookup = records.lookup(snapshot);
  const passes = (filters: Narrowed) =>
    narrow(snapshot, lookup, Uint32Array.of(ordinal), filters).ids.length === 1;
  const onVariants = query.facetFilters.filter(({ field }) => isOnVariants(snapshot, field));
  const oneVariantPasses = passes({ facetFilters: onVariants, filters: [], geo: null });
  return eachFilter(query).map(({ place, alone }) => {
    const [facet] = alone.facetFilters;
    const isOnVariant = facet !== undefined && onVariants.includes(facet);
    const passesAlone = passes(alone);
    return {
      ...place,
      passes: passesAlone && (!isOnVariant || oneVariantPasses),
      together: passesAlone && isOnVariant && !oneVariantPasses,
    };
  });
}

/** Searches again, each time with one thing changed that keeps the product out. */
function whatIf(
  context: SearchContext,
  query: SearchQuery,
  mask: Uint8Array,
  ordinal: number,
  product: ExplainedProduct,
  terms: KeywordResult['terms'],
): Counterfactual[] {
  const rank = (own: SearchContext, asked: SearchQuery, seen: Uint8Array) =>
    new TracedSearch(own, asked, seen).ranking(ordinal);
  const found: Counterfactual[] = [];
  if (product.visibility !== 'shown') {
    const seen = mask.slice();
    seen[ordinal] = 1;
    found.push({ change: { kind: 'visible' }, ranking: rank(context, query, seen) });
  }
  const failing = product.filters.filter(({ passes }) => !passes);
  for (const { place, without } of eachFilter(query)) {
    if (!failing.some(({ kind, at }) => kind === place.kind && at === place.at)) continue;
    const change = { kind: 'without_filter' as const, filter: place };
    found.push({ change, ranking: rank(context, without, mask) });
  }
  if (failing.length > 1) {
    const geo = query.geo && { ...query.geo, maxDistance: null };
    const without = { ...query, facetFilters: [], filters: [], geo };
    found.push({ change: { kind: 'without_filters' }, ranking: rank(context, without, mask) });
  }
  const missing = product.words.filter(({ held }) => held === null).map(({ words }) => words);
  if (missing.length === 0 || product.recalled !== false || query.recall.kind !== 'keyword') return found;
  const { text } = query.recall;
  const title = titleOf(context, ordinal);
  const words = missing.flat();
  const altered = withWordsInTitle(context, ordinal, titleWith(title, text, words), words);
  found.push({ change: { kind: 'word_in_title', words }, ranking: rank(altered, query, mask) });
  const of = headWord(textWords(title));
  const [first] = missing;
  if (of === undefined || missing.length > 1 || first === undefined) return found;
  if (terms.some(({ term }) => term.words.includes(of))) return found;
  const synonyms = [...context.settings.synonyms, [first.join(' '), of]];
  const taught = { ...context, settings: { ...context.settings, synonyms } };
  found.push({ change: { kind: 'synonym', words: first, of }, ranking: rank(taught, query, mask) });
  return found;
}

function titleOf({ snapshot }: SearchContext, ordinal: number): string {
  const column = snapshot.column(productColumn('title'));
  if (column?.kind !== 'text' || column.sets !== null) return '';
  return column.dictionary[(column.values[ordinal] ?? 0) - 1] ?? '';
}

/** The word that says what a thing is comes last in English, others come before. */
function titleWith(title: string, query: string, words: readonly string[]): string {
  const head = headWord(textWords(query));
  const behind = words.filter((word) => word === head);
  return [...words.filter((word) => word !== head), title, ...behind].filter(Boolean).join(' ');
}

/** The catalog as it would be if a product had words in its title. */
function withWordsInTitle(
  context: SearchContext,
  ordinal: number,
  title: string,
  words: readonly string[],
): SearchContext {
  const isAdded = (one: readonly string[]) => one.every((word) => words.includes(word));
  const postings = (term: QueryTerm): Postings => {
    const list = context.postings(term);
    if (!term.alternatives.some(isAdded)) return list;
    return withDocument(list, ordinal, bitsOf(list, ordinal) | TITLE_BIT);
  };
  return { ...context, postings, snapshot: context.snapshot.withTitle(ordinal, title) };
}

const TITLE_BIT = 1 << SHORT_FIELDS.indexOf('title');
