import {
  documentToExplain,
  explainFilters,
  type Narrowed,
  type Trial,
  trialsFor,
  visibilityOf,
  waysToHold,
  withSynonym,
} from '../explain-rules.ts';
import type {
  Counterfactual,
  ExplainedFilter,
  ExplainedProduct,
  ExplainedWord,
  ExplainRequest,
  Explanation,
  Ranking,
} from '../explanation.ts';
import type { SearchQuery } from '../query/model.ts';
import { type Analyser, analyserOfView } from '../text/analyser.ts';
import type { QueryTerm } from '../text/synonyms.ts';
import { narrow } from './candidates.ts';
import { viewOf } from './documents/records.ts';
import { isOnVariants } from './filters/fields.ts';
import type { KeywordResult } from './matching/matching.ts';
import { bitsOf, LONG_FIELD_BIT, type Postings, withDocument } from './postings/posting-list.ts';
import { type SearchContext, visibleTo } from './search.ts';
import { COLUMN, productColumn, SHORT_FIELDS, TITLE_BIT } from './snapshot/schema.ts';
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
    const ordinal = documentToExplain(
      ordinals,
      query,
      (one) => mask[one] === 1,
      (one) => viewOf(snapshot, one),
    );
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
    ...visibilityOf(query, context.settings, {
      isShown,
      isAvailable: snapshot.integers(COLUMN.available)[ordinal] !== 0,
      isShownInBase: () => {
        const base = visibleTo(context, { ...query, viewId: null });
        return ordinals.some((each) => base[each] === 1);
      },
    }),
    correctedQuery: corrected,
    relaxed,
    words: terms.map(({ term }) => explainWord(context, term, ordinal)),
    recalled: isShown ? ids.includes(ordinal) : null,
    filters: filtersOf(context, query, ordinal),
    ranking: search.ranking(ordinal),
    counterfactuals: [],
  };
}

function explainWord({ postings }: SearchContext, term: QueryTerm, ordinal: number): ExplainedWord {
  const { words } = term;
  const bits = bitsOf(postings(term), ordinal);
  if (bits === 0) return { words, held: null };
  const isHeld = (one: readonly string[]) => bitsOf(postings({ words, alternatives: [one] }), ordinal) !== 0;
  const held = waysToHold(term).find((one) => isHeld(one.stems));
  const { words: as, by } = held ?? { words, by: 'word' as const };
  return { words, held: { words: as, by, fields: fieldNames(bits) } };
}

function fieldNames(bits: number): string[] {
  const names: string[] = SHORT_FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0);
  return (bits & LONG_FIELD_BIT) === 0 ? names : [...names, 'description'];
}

function filtersOf(context: SearchContext, query: SearchQuery, ordinal: number): ExplainedFilter[] {
  const { snapshot, records } = context;
  const lookup = records.lookup(snapshot);
  const passes = (filters: Narrowed) =>
    narrow(snapshot, lookup, Uint32Array.of(ordinal), filters).ids.length === 1;
  const onVariants = query.facetFilters.filter(({ field }) => isOnVariants(snapshot, field));
  const oneVariantPasses = passes({ facetFilters: onVariants, filters: [], geo: null });
  return explainFilters(
    query,
    (field) => isOnVariants(snapshot, field),
    ({ alone }) => passes(alone),
    oneVariantPasses,
  );
}

function whatIf(
  context: SearchContext,
  query: SearchQuery,
  mask: Uint8Array,
  ordinal: number,
  product: ExplainedProduct,
  terms: KeywordResult['terms'],
): Counterfactual[] {
  const title = titleOf(context, ordinal);
  const rankOf = ({ change, query: asked }: Trial): Ranking | null => {
    const search = { ...context };
    let seen = mask;
    if (change.kind === 'visible') {
      seen = mask.slice();
      seen[ordinal] = 1;
    } else if (change.kind === 'word_in_title' && query.recall.kind === 'keyword') {
      const altered = titleWith(
        title,
        query.recall.text,
        change.words,
        analyserOfView(context.settings, query.viewId),
      );
      Object.assign(search, withWordsInTitle(context, ordinal, altered, change.words));
    } else if (change.kind === 'synonym') {
      search.settings = withSynonym(context.settings, change.words, change.of);
    }
    return new TracedSearch(search, asked, seen).ranking(ordinal);
  };
  return trialsFor(query, product, title, terms, context.settings).map((trial) => ({
    change: trial.change,
    ranking: rankOf(trial),
  }));
}

function titleOf({ snapshot }: SearchContext, ordinal: number): string {
  const column = snapshot.column(productColumn('title'));
  if (column?.kind !== 'text' || column.sets !== null) return '';
  return column.dictionary[(column.values[ordinal] ?? 0) - 1] ?? '';
}

/** The word that says what a thing is comes last in English, others come before. */
function titleWith(title: string, query: string, words: readonly string[], analyser: Analyser): string {
  const head = analyser.headWord(analyser.textWords(query));
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
    if (!waysToHold(term).some(({ words, by }) => by !== 'compound' && isAdded(words))) return list;
    return withDocument(list, ordinal, bitsOf(list, ordinal) | TITLE_BIT);
  };
  return { ...context, postings, snapshot: context.snapshot.withTitle(ordinal, title) };
}
