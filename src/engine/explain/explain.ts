import type { CatalogRecord } from '../effective-record.ts';
import type { RecordOfId } from '../engine.ts';
import { resolveFieldMeaning } from '../query/field-kinds.ts';
import type { SearchQuery } from '../query/model.ts';
import {
  ExplainedSearch,
  type ExplainSource,
  findAmong,
  PLAIN_PAGE,
  readDocument,
} from './explained-search.ts';
import type {
  Counterfactual,
  ExplainedFilter,
  ExplainedProduct,
  ExplainRequest,
  Explanation,
} from './explanation.ts';
import { rankWithWords } from './ranking-with-words.ts';
import {
  listFilters,
  listTrials,
  type QueryFilters,
  UNFILTERED,
  withoutFilters,
  withSynonym,
} from './trials.ts';

/** A product that is explained: the document of it that a caller may see or, where there is none, the one nearest to that. */
type Chosen = ReturnType<typeof describeChosen>;

/**
 * Why products are, or are not, among the hits of a query: told from their records, the plan by which the query was searched, and
 * further searches for the products themselves. Counterfactuals are searches of their own, but for words in a title: these are
 * worked out from the record.
 */
export async function explain(source: ExplainSource, request: ExplainRequest): Promise<Explanation[]> {
  const { ids, query, counterfactuals } = request;
  const search = await ExplainedSearch.of(source, query);
  const records = await source.productsById([...new Set(ids)]);
  const chosen = new Map(records.map((found) => [found.id, describeChosen(source, query, found)]));
  const filters = await explainFilters(source, query, [...chosen.values()]);
  const recalled = await findAmong([...chosen.keys()], source, withoutFilters(query));
  const rankings = await search.rankings([...chosen.keys()]);
  const rankingOf = new Map([...chosen.keys()].map((id, at) => [id, rankings[at] ?? null]));
  const explained: Explanation[] = [];
  for (const id of ids) {
    const common = { id, indexVersion: source.version, total: search.answer.total };
    const subject = chosen.get(id);
    if (subject === undefined) {
      explained.push({ ...common, product: null });
      continue;
    }
    const visibility = judgeVisibility(source, query, subject);
    const product: ExplainedProduct = {
      record: subject.record,
      view: subject.view,
      ...visibility,
      correctedQuery: search.answer.correctedQuery,
      relaxed: search.answer.relaxed,
      words: (search.answer.plan?.terms ?? []).map(({ term }) => ({
        words: term.words,
        held: subject.document.held(term),
      })),
      recalled: visibility.visibility === 'shown' ? recalled.has(id) : null,
      filters: filters(subject),
      ranking: rankingOf.get(id) ?? null,
      counterfactuals: [],
    };
    if (counterfactuals) product.counterfactuals = await tryChanges(source, query, search, subject, product);
    explained.push({ ...common, product });
  }
  return explained;
}

function describeChosen(source: ExplainSource, { viewId }: SearchQuery, found: RecordOfId) {
  const { views = {} } = JSON.parse(found.record) as CatalogRecord;
  const hasView = viewId !== null && Object.hasOwn(views, viewId);
  const view = hasView ? viewId : null;
  const isInView = hasView || viewId === null || source.settings.showProductsOutsideView;
  return { ...found, document: readDocument(source, { ...found, view }), view, isInView };
}

function judgeVisibility(
  source: ExplainSource,
  { viewId, includeUnavailable }: SearchQuery,
  subject: Chosen,
): Pick<ExplainedProduct, 'visibility' | 'hiddenByView'> {
  const mayLack = includeUnavailable || source.settings.searchUnavailable;
  const isFine = subject.document.isAvailable || mayLack;
  if (subject.isInView && isFine) return { visibility: 'shown', hiddenByView: false };
  const isShownInBase = mayLack || readDocument(source, { ...subject, view: null }).isAvailable;
  return {
    visibility: isFine ? 'not_in_view' : 'unavailable',
    hiddenByView: viewId !== null && isShownInBase,
  };
}

async function explainFilters(source: ExplainSource, query: SearchQuery, products: readonly Chosen[]) {
  const own = new Set(source.fields.flatMap(({ on, name }) => (on === 'product' ? [name] : [])));
  const isOnVariants = (field: string) =>
    ['variant', 'skuid'].includes(resolveFieldMeaning(field, (name) => own.has(name)).kind);
  const findPassing = (narrowed: QueryFilters) => findIdsThatPass(source, query, products, narrowed);
  const onVariants = query.facetFilters.filter(({ field }) => isOnVariants(field));
  const filters = listFilters(query);
  const together = await findPassing({ ...UNFILTERED, facetFilters: onVariants });
  const alone: Set<string>[] = [];
  for (const filter of filters) alone.push(await findPassing(filter.alone));
  return ({ id }: Chosen): ExplainedFilter[] =>
    filters.map(({ place, alone: { facetFilters } }, at) => {
      const passesAlone = alone[at]?.has(id) === true;
      const [facet] = facetFilters;
      const isOutTogether = facet !== undefined && isOnVariants(facet.field) && !together.has(id);
      return { ...place, passes: passesAlone && !isOutTogether, together: passesAlone && isOutTogether };
    });
}

/** Of products those that pass filters, whether they may be shown or not. */
async function findIdsThatPass(
  { search }: ExplainSource,
  query: SearchQuery,
  products: readonly Chosen[],
  narrowed: QueryFilters,
): Promise<Set<string>> {
  const passed = new Set<string>();
  for (const viewId of new Set(products.map(({ view }) => view))) {
    const ids = products.flatMap(({ id, view }) => (view === viewId ? [id] : []));
    const recall = { kind: 'ids', ids } as const;
    const plain = { ...query, ...PLAIN_PAGE, recall, sort: [], boosts: [], added: [] };
    const all = { viewId, rows: ids.length, includeUnavailable: true };
    const { hits } = await search({ ...plain, ...narrowed, ...all });
    for (const { id } of hits) passed.add(id);
  }
  return passed;
}

async function tryChanges(
  source: ExplainSource,
  query: SearchQuery,
  search: ExplainedSearch,
  subject: Chosen,
  product: ExplainedProduct,
): Promise<Counterfactual[]> {
  const { title } = subject.document;
  const counterfactuals: Counterfactual[] = [];
  for (const { change, query: asked } of listTrials(query, product, title, source.settings)) {
    if (change.kind === 'word_in_title') {
      const isOut = product.visibility !== 'shown' || product.filters.some(({ passes }) => !passes);
      const ranking = isOut ? null : await rankWithWords(source, query, search, subject, change.words);
      counterfactuals.push({ change, ranking });
      continue;
    }
    const altered = {
      ...(change.kind === 'visible' && { alsoShown: { id: subject.id, view: subject.view } }),
      ...(change.kind === 'synonym' && { settings: withSynonym(source.settings, change.words, change.of) }),
    };
    const [ranking = null] = await (await ExplainedSearch.of(source, asked, altered)).rankings([subject.id]);
    counterfactuals.push({ change, ranking });
  }
  return counterfactuals;
}
