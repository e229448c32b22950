import type { FastifyRequest } from 'fastify';
import { EVERYTHING } from '../../../engine/complete-engine.ts';
import { getAnalyser } from '../../../engine/text/analyser.ts';
import { detectLanguage } from '../../../engine/text/detect-language.ts';
import { MERCHANDISING } from '../../../protocol/control-documents.ts';
import { EXPLANATION } from '../../../protocol/explanation.ts';
import { always, exactly, means, orNull, reference, TEXT } from '../../../protocol/json-schema.ts';
import { explainProduct } from '../../service/explain/explain-service.ts';
import { listOperations, NO_MERCHANDISING } from '../../service/merchandising/select-merchandising.ts';
import type { CatalogAtVersion } from '../../service/past/historical-search.ts';
import { Refusal } from '../../service/refusals.ts';
import { formatLenientHeaders } from '../../service/search/leniences.ts';
import { createDisconnectSignal } from '../calls/call-hooks.ts';
import { declareCall } from '../route.ts';
import { getQueryString, getSearchConditions, noteSkippedFeatures } from '../routes/search-context.ts';
import { AT_PARAMETER } from './control-schemas.ts';

/** Products whose texts are looked at. */
const SAMPLE = 200;
const FIELDS = ['title', 'item_title', 'description'];

const getCatalogSearch = declareCall('get-catalog-search', 'GET /_brctl/catalogs/:name/search', {
  summary: 'The search response, now or as of a version, job or time (?at=).',
  query: { at: AT_PARAMETER },
  answer: reference('SearchAnswer'),
  async handle({ params: { name }, query: { at }, request, reply, host }) {
    const [query, nowMs] = [parseParameters(request).toString(), host.clock.now()];
    const answer = async ({ published, search, name: shown }: Omit<CatalogAtVersion, 'moment'>) => {
      if (published === undefined) throw notIndexedRefusal(name, at);
      const { contentType, body, lenient, passedOver } = await search.answerSearch(shown, query, nowMs);
      noteSkippedFeatures(request, host, passedOver);
      void reply.headers(formatLenientHeaders(lenient));
      void reply.header('x-brctl-version', published.version);
      return reply.type(`${contentType}; charset=utf-8`).send(body);
    };
    if (at !== undefined) return host.past.use(name, at, createDisconnectSignal(reply), answer);
    return answer({ published: host.catalogs.published(name), search: host.search, name });
  },
});

/** Searches do not know `at`. */
function parseParameters(request: FastifyRequest): URLSearchParams {
  const parameters = new URLSearchParams(getQueryString(request));
  parameters.delete('at');
  return parameters;
}

function notIndexedRefusal(name: string, point?: string): Refusal {
  const when = point === undefined ? 'no index run has published' : `at ${point} no index run had published`;
  return new Refusal('unknown_version', `${when} catalog ${JSON.stringify(name)}`);
}

/** The language in which a catalog, or a view of it, is searched, and the one its texts seem to be written in. */
const getLanguage = declareCall('get-language', 'GET /_brctl/catalogs/:name/language', {
  summary: 'The language of searches, and the one that the texts seem to be written in.',
  query: { view_id: TEXT },
  answer: exactly({
    schema: always('brctl.catalog-language/1'),
    catalog: TEXT,
    view_id: orNull(TEXT),
    language: TEXT,
    proposed: orNull(TEXT),
  }),
  async handle({ params: { name }, query, host: { search, catalogs } }) {
    const published = catalogs.published(name);
    if (published === undefined) throw notIndexedRefusal(name);
    const view = query.view_id || null;
    const language = getAnalyser(published.settings, view).code;
    // As the texts seem to be written; null where none stands out.
    const { hits } = await search.search(name, { ...EVERYTHING, viewId: view, rows: SAMPLE, fields: FIELDS });
    const proposed = detectLanguage(hits.flatMap(({ json }) => Object.values(JSON.parse(json)).map(String)));
    return { schema: 'brctl.catalog-language/1', catalog: name, view_id: view, language, proposed };
  },
});

/** Effects of the merchandising file on a search, and the errors of the file. */
const getMerchandising = declareCall('get-merchandising', 'GET /_brctl/catalogs/:name/merchandising', {
  summary: 'The merchandising rules that apply to a search, and whether the file in use is the newest.',
  query: { q: TEXT, search_type: TEXT },
  answer: MERCHANDISING,
  handle({ params: { name }, request, host: { search, clock } }) {
    const { file = null, fault = null } = search.rules ?? {};
    const { merchandising } = search.merchandising(name, parseParameters(request), clock.now()) ?? {};
    const { rules, facets, signals, redirect } = merchandising ?? NO_MERCHANDISING;
    const told = rules.map((rule) => ({ name: rule.name, operations: listOperations(rule) }));
    return { file, fault, rules: told, facets: facets.map(({ field }) => field), signals, redirect };
  },
});

const getExplanation = declareCall('get-explanation', 'GET /_brctl/catalogs/:name/explain/:id', {
  summary:
    'Why a search shows a product, or not: each gate, its rank, the parts of its score, and what would change it.',
  query: { q: TEXT, category: means('Id of a category, in place of q', TEXT), at: AT_PARAMETER },
  answer: EXPLANATION,
  handle({ params: { name, id }, query: { at }, request, reply, host }) {
    const parameters = parseParameters(request);
    const context = getSearchConditions(host);
    if (at === undefined) return explainProduct(host, name, id, parameters, context);
    return host.past.use(name, at, createDisconnectSignal(reply), (then) =>
      explainProduct(host, name, id, parameters, context, then),
    );
  },
});

export const SEARCH_CALLS = [getCatalogSearch, getExplanation, getLanguage, getMerchandising];
