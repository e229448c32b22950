import { type CatalogRecord, toEffectiveRecord } from '../../../engine/effective-record.ts';
import type { Counterfactual, ExplainedProduct, Ranking } from '../../../engine/explain/explanation.ts';
import { parseFacetFilters } from '../../../engine/query/facet-filter.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { getAnalyser } from '../../../engine/text/analyser.ts';
import { type ExplainDocument, type Gate, skipGate } from '../../../protocol/explanation.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { RequestLog } from '../control/request-log.ts';
import { applyMerchandising, findPinned, listFilters } from '../merchandising/merchandised-search.ts';
import { NO_MERCHANDISING } from '../merchandising/select-merchandising.ts';
import type { CatalogAtVersion } from '../past/historical-search.ts';
import type { SearchConditions } from '../search/answer-settings.ts';
import type { CatalogSearch } from '../search/catalog-search.ts';
import { readMerchandising } from '../search/merchandising-parameters.ts';
import { DISTANCE_FIELD } from '../search/search-filters.ts';
import { readSearchRequest } from '../search/search-request.ts';
import { judgeLoad, recordPast } from './load-gates.ts';
import { type ExplainedSearch, getFilterText, judgeSearch, rankAmongPinned } from './search-gates.ts';

export interface ExplainSources {
  catalogs: CatalogService;
  requests: RequestLog;
  search: CatalogSearch;
}

/** A product's road from the request that brought it to the page of a search, gate by gate. @throws Refusal as the search does */
export async function explainProduct(
  { catalogs, requests, search: present }: ExplainSources,
  catalog: string,
  id: string,
  parameters: URLSearchParams,
  context: SearchConditions,
  then?: CatalogAtVersion,
): Promise<ExplainDocument> {
  const published = then === undefined ? catalogs.published(catalog) : then.published;
  const { search, name } = then ?? { search: present, name: catalog };
  const family = published?.family ?? 'products';
  const selected = search.merchandising(name, toSearchParameters(parameters, family), context.nowMs);
  const asked = readAsked(parameters, family, {
    ...context,
    search: published?.settings ?? context.search,
    merchandising: selected?.merchandising ?? null,
  });
  const reader = { search: (query: SearchQuery) => search.search(name, query) };
  const merchandised = await applyMerchandising(reader, asked.query, asked.rules);
  asked.query = merchandised.query;
  const [explanation] =
    published === undefined
      ? []
      : await search.explain(name, { ids: [id], query: asked.query, counterfactuals: true });
  if (explanation?.product?.ranking && merchandised.pins !== null) {
    const { query, pins } = merchandised;
    const ids = (await findPinned(reader, query, pins)).hits.map((hit) => hit.id);
    const pinned = await search.explain(name, { ids, query, counterfactuals: false });
    explanation.product.ranking = rankAmongPinned(explanation, { query, pins }, pinned);
  }
  const product = explanation?.product ?? null;
  const past = await recordPast({ catalogs, requests }, catalog, id, published, then?.moment);
  const gates: Gate[] = [
    skipGate('feed', 'no feed file was given'),
    ...judgeLoad(past, product),
    ...judgeSearch(asked, id, product),
  ];
  const { isForAll } = asked;
  const { recall, viewId, start, rows } = asked.query;
  return {
    schema: 'brctl.explain/1',
    catalog,
    product: id,
    ...readRecordMembers(product?.record ?? past.stored?.record ?? null, viewId),
    query: recall.kind === 'keyword' ? recall.text : isForAll || recall.kind !== 'all' ? null : '*',
    category: recall.kind === 'category' ? recall.id : null,
    view_id: viewId,
    start,
    rows,
    ...judgeGates(gates, product),
    gates,
    ...toRankMembers(product?.ranking),
    total: explanation?.total ?? null,
    corrected_query: product?.correctedQuery ?? null,
    relaxed: product?.relaxed ?? false,
    index_version: explanation?.indexVersion ?? null,
    counterfactuals: (product?.counterfactuals ?? []).map((each) => describeCounterfactual(asked, each)),
  };
}

/** Requested as a whole search. */
function toSearchParameters(given: URLSearchParams, family: RecordFamily): URLSearchParams {
  const parameters = new URLSearchParams(given);
  const category = given.get('category');
  parameters.set('request_type', 'search');
  if (!given.has('search_type')) parameters.set('search_type', category === null ? 'keyword' : 'category');
  parameters.set('q', category ?? given.get('q') ?? '*');
  parameters.set('fl', family === 'items' ? 'item_id' : 'pid');
  return parameters;
}

function readAsked(given: URLSearchParams, family: RecordFamily, context: SearchConditions): ExplainedSearch {
  const parameters = toSearchParameters(given, family);
  const isForAll = given.get('category') === null && !given.has('q');
  const { query } = readSearchRequest(parameters, context, family);
  const rules =
    family === 'items' ? NO_MERCHANDISING : readMerchandising(parameters, query, context.merchandising);
  const listTexts = (name: string) => parameters.getAll(name).filter((text) => text.trim() !== '');
  return {
    query: { ...query, facets: null, stats: [] },
    filterTexts: {
      facet: listTexts('fq').flatMap((text) =>
        parseFacetFilters(text).flatMap(({ field }) => (field === DISTANCE_FIELD ? [] : [text])),
      ),
      boolean: [
        ...listTexts('efq').map((text) => `efq ${text}`),
        ...rules.rules.flatMap((rule) =>
          listFilters(rule).map(({ name }) => `${name} of the rule "${rule.name}"`),
        ),
      ],
    },
    rules,
    isForAll,
    analyser: getAnalyser(context.search, query.viewId),
  };
}

/** Of gates that fail, the first decides; an index that still has what was removed shows it nevertheless. */
function judgeGates(
  gates: readonly Gate[],
  product: ExplainedProduct | null,
): Pick<ExplainDocument, 'found' | 'code'> {
  const decisive = product === null ? gates : gates.slice(gates.findIndex(({ gate }) => gate === 'index'));
  const failed = decisive.find(({ state, code }) => state === 'failed' || code !== undefined);
  return failed === undefined
    ? { found: true, code: 'explain.found' }
    : { found: false, code: failed.code ?? null };
}

function readRecordMembers(json: string | null, view: string | null) {
  if (json === null) return { title: null, views: [], variants: [] };
  const record = JSON.parse(json) as CatalogRecord;
  const { attributes, variants } = toEffectiveRecord(record, view);
  const title = attributes.title ?? attributes.item_title;
  const inView = new Set(variants.map(({ id }) => id));
  return {
    title: typeof title === 'string' ? title : null,
    views: Object.keys(record.views ?? {}),
    variants: Object.keys(record.variants ?? {}).map((id) => ({ id, in_view: inView.has(id) })),
  };
}

function toRankMembers(ranking: Ranking | null | undefined) {
  return {
    rank: ranking?.rank ?? null,
    score: ranking?.score ?? null,
    parts: ranking?.parts ?? [],
    above: ranking?.above ?? null,
  };
}

function describeCounterfactual(asked: ExplainedSearch, { change, ranking }: Counterfactual) {
  return {
    change: change.kind,
    text: describeChange(asked, change),
    found: ranking?.shown ?? false,
    total: ranking?.total ?? null,
    ...toRankMembers(ranking),
  };
}

function describeChange(asked: ExplainedSearch, change: Counterfactual['change']): string {
  switch (change.kind) {
    case 'without_filter':
      return `without ${getFilterText(asked, change.filter).text}`;
    case 'without_filters':
      return 'without any filter';
    case 'visible':
      return asked.query.viewId === null
        ? 'if it were available'
        : `if the view ${asked.query.viewId} showed it`;
    case 'word_in_title':
      return `with ${change.words.join(' ')} in the title`;
    case 'synonym':
      return `with ${change.words.join(' ')} as a synonym of ${change.of}`;
  }
}
