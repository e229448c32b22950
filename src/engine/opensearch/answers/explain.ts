import { type CatalogRecord, effectiveRecord } from '../../effective-record.ts';
import type {
  Counterfactual,
  ExplainedFilter,
  ExplainedProduct,
  ExplainedWord,
  ExplainRequest,
  Explanation,
} from '../../explanation.ts';
import { asText } from '../../field-values.ts';
import { eachFilter } from '../../query/each-filter.ts';
import type { SearchQuery } from '../../query/model.ts';
import { headWord, textWords } from '../../text/analysis.ts';
import { livingIn } from '../documents/living.ts';
import { RecordWords } from '../documents/record-words.ts';
import { ExplainedDocument, namedQuestions } from './explained-documents.ts';
import type { WeighedTerm } from './keyword-terms.ts';
import { OpenVersion, RECORD_STORED } from './open-version.ts';
import { placed, TracedSearch } from './traced-search.ts';

/** Documents of the products that are explained at once, views and all. */
const MAX_DOCUMENTS = 10_000;

/**
 * Why products are, or are not, among the hits of a query: two searches for all of them, and one that asks of their documents
 * what each meets. Counterfactuals are searches of their own; what a word more in its title would do to a product cannot be
 * asked of a cluster.
 */
export async function explain(version: OpenVersion, request: ExplainRequest): Promise<Explanation[]> {
  const { ids, query, counterfactuals } = request;
  const search = await TracedSearch.of(version, query);
  const documents = await documentsOf(version, query, ids, search.recalled.terms, search);
  const chosen = ids.map((id) => chosenOf(documents.get(id) ?? [], query));
  const shown = chosen.filter((one) => one?.isShown === true) as ExplainedDocument[];
  const rankings = await search.rankings(shown);
  const rankingOf = new Map(shown.map((document, at) => [document, rankings[at] ?? null]));
  const explained: Explanation[] = [];
  for (const [at, id] of ids.entries()) {
    const document = chosen[at];
    const common = { id, indexVersion: version.state.version, total: search.total };
    if (document === undefined) {
      explained.push({ ...common, product: null });
      continue;
    }
    const own = documents.get(id) ?? [];
    const product: ExplainedProduct = {
      record: document.record(own),
      view: document.view === '' ? null : document.view,
      ...visibilityOf(version, query, own, document),
      correctedQuery: search.recalled.corrected,
      relaxed: search.recalled.relaxed,
      words: wordsOf(search.recalled.terms, document, own),
      recalled: document.isShown ? document.meets('recalled') : null,
      filters: filtersOf(version, query, document),
      ranking: rankingOf.get(document) ?? null,
      counterfactuals: [],
    };
    if (counterfactuals)
      product.counterfactuals = await whatIf(version, query, document, product, search.recalled.terms);
    explained.push({ ...common, product });
  }
  return explained;
}

/** The documents of products, by id, with what each of them meets. */
async function documentsOf(
  version: OpenVersion,
  query: SearchQuery,
  ids: readonly string[],
  terms: readonly WeighedTerm[],
  { recalled }: TracedSearch,
): Promise<Map<string, ExplainedDocument[]>> {
  const { must_not } = livingIn(version.state);
  const answer = await version.askNamed({
    size: MAX_DOCUMENTS,
    query: {
      bool: {
        filter: [{ terms: { id: [...new Set(ids)] } }],
        must_not,
        should: namedQuestions(version, query, terms, recalled),
      },
    },
    sort: [{ docid: 'asc' }, { id: 'asc' }],
    ...RECORD_STORED,
    docvalue_fields: ['docid', 'view'],
  });
  const found = new Map<string, ExplainedDocument[]>();
  for (const hit of answer.hits.hits) {
    const document = new ExplainedDocument(hit);
    found.set(document.id, [...(found.get(document.id) ?? []), document]);
  }
  return found;
}

/** Of the documents of a product the one that is shown, else the one of the view that is asked for, else the base. */
function chosenOf(
  documents: readonly ExplainedDocument[],
  { viewId }: SearchQuery,
): ExplainedDocument | undefined {
  const ofView = (view: string) => documents.find((document) => document.view === view);
  return documents.find(({ isShown }) => isShown) ?? ofView(viewId ?? '') ?? ofView('') ?? documents[0];
}

function visibilityOf(
  { settings }: OpenVersion,
  query: SearchQuery,
  documents: readonly ExplainedDocument[],
  document: ExplainedDocument,
): Pick<ExplainedProduct, 'visibility' | 'hiddenByView'> {
  if (document.isShown) return { visibility: 'shown', hiddenByView: false };
  const hiddenByView = query.viewId !== null && documents.some((each) => each.meets('base'));
  const takesUnavailable = query.includeUnavailable || settings.searchUnavailable;
  const isFine = takesUnavailable || document.meets('available');
  return { visibility: isFine ? 'not_in_view' : 'unavailable', hiddenByView };
}

function wordsOf(
  terms: readonly WeighedTerm[],
  document: ExplainedDocument,
  documents: readonly ExplainedDocument[],
): ExplainedWord[] {
  const view = document.view === '' ? null : document.view;
  const own = new RecordWords(document.record(documents), view);
  return terms.map(({ term: { words, alternatives, compounds = [] } }, at) => {
    const all = [
      ...alternatives.map((one, place) => ({
        words: one,
        by: place === 0 ? ('word' as const) : ('synonym' as const),
      })),
      ...compounds.map((one) => ({ words: one, by: 'compound' as const })),
    ];
    const held = all.find((_, place) => document.meets(`word ${at} ${place}`));
    return { words, held: held === undefined ? null : { ...held, fields: own.fieldsWith(held.words) } };
  });
}

function filtersOf(
  { fields }: OpenVersion,
  query: SearchQuery,
  document: ExplainedDocument,
): ExplainedFilter[] {
  const oneVariantPasses = document.meets('variants');
  return eachFilter(query).map(({ place, alone }) => {
    const [facet] = alone.facetFilters;
    const isOnVariant = facet !== undefined && fields.isOnVariants(facet.field);
    const passesAlone = document.meets(`filter ${place.kind} ${place.at}`);
    return {
      ...place,
      passes: passesAlone && (!isOnVariant || oneVariantPasses),
      together: passesAlone && isOnVariant && !oneVariantPasses,
    };
  });
}

/** Searches again, each time with one thing changed that keeps the product out. */
async function whatIf(
  version: OpenVersion,
  query: SearchQuery,
  document: ExplainedDocument,
  product: ExplainedProduct,
  terms: readonly WeighedTerm[],
): Promise<Counterfactual[]> {
  const rank = async (asked: SearchQuery, own = version, isSeen = false) => {
    const search = await TracedSearch.of(own, asked, isSeen ? placed([document]) : undefined);
    return (await search.rankings([document]))[0] ?? null;
  };
  const found: Counterfactual[] = [];
  if (product.visibility !== 'shown')
    found.push({ change: { kind: 'visible' }, ranking: await rank(query, version, true) });
  const failing = product.filters.filter(({ passes }) => !passes);
  for (const { place, without } of eachFilter(query)) {
    if (!failing.some(({ kind, at }) => kind === place.kind && at === place.at)) continue;
    found.push({ change: { kind: 'without_filter', filter: place }, ranking: await rank(without) });
  }
  if (failing.length > 1) {
    const geo = query.geo && { ...query.geo, maxDistance: null };
    const without = { ...query, facetFilters: [], filters: [], geo };
    found.push({ change: { kind: 'without_filters' }, ranking: await rank(without) });
  }
  const missing = product.words.filter(({ held }) => held === null).map(({ words }) => words);
  const [first] = missing;
  if (first === undefined || missing.length > 1 || product.recalled !== false) return found;
  const { attributes } = effectiveRecord(JSON.parse(product.record) as CatalogRecord, product.view);
  const of = headWord(textWords(asText(attributes.title)));
  if (of === undefined || terms.some(({ term }) => term.words.includes(of))) return found;
  const synonyms = [...version.settings.synonyms, [first.join(' '), of]];
  const taught = new OpenVersion(version.cluster, version.state, { ...version.settings, synonyms });
  found.push({ change: { kind: 'synonym', words: first, of }, ranking: await rank(query, taught) });
  return found;
}
