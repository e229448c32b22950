import { randomBytes } from 'node:crypto';
import { CALLER } from '../../../protocol/caller-parameters.ts';
import { BOOLEAN, type JsonSchema, means, reference } from '../../../protocol/json-schema.ts';
import { PATHWAYS_PATH } from '../../../protocol/paths.ts';
import { Refusal } from '../../service/refusals.ts';
import { notEmulatedRefusal } from '../../service/search/search-recall.ts';
import { PATHWAYS_PAGING, WIDGET_TYPES } from '../../service/widgets/pathways-request.ts';
import { answerPathways, findWidget } from '../../service/widgets/pathways-service.ts';
import { authenticatePathways, authenticatePathwaysCall } from '../access/authenticate.ts';
import { describeInteger, KEYWORDS, REPEATABLE, SEGMENT, SWITCHES } from '../openapi/query-values.ts';
import { declareCall, type Route } from '../route.ts';
import {
  describeAnswering,
  getSearchConditions,
  noteSkippedFeatures,
  parseQueryParameters,
  sendText,
} from './search-context.ts';

const { rowsDefault, rowsMax, startMax } = PATHWAYS_PAGING;

const QUERY = {
  ...CALLER,
  item_ids: means('Products, separated by commas; item widgets'),
  context_pids: means('Products to start from in place of item_ids, separated by commas; item widgets'),
  cat_id: means('Category; category widgets'),
  query: means('Keywords; keyword and personalized widgets', KEYWORDS),
  fields: means('Fields of each document, separated by commas'),
  filter: means('Boolean filter, repeatable: (price:["100" TO "*"]), -pid:123', REPEATABLE),
  filter_facet: means(
    'Facet filter, repeatable, which keeps the counts of its other values: color:"red" OR "blue"',
    REPEATABLE,
  ),
  facet: means('true for facets', { ...BOOLEAN, default: false }),
  'facet.prefix': means('<facet>:<prefix>'),
  rows: means('Documents: 10, at most 200', describeInteger(0, rowsMax, rowsDefault)),
  start: means('Documents to skip: 0, at most 10000', describeInteger(0, startMax, 0)),
  sort: means('price asc,title desc'),
  view_id: means('View to search and show'),
  segment: SEGMENT,
  content_injection: SWITCHES.content_injection as JsonSchema,
};

/** Recommendation and pathways widgets, second version (doc: public-facts A2). */
const getPathwaysWidget = declareCall('get-pathways-widget', `GET ${PATHWAYS_PATH}:type/:widgetId`, {
  area: 'pathways',
  basis: 'doc',
  summary: 'Fetch an item, category, keyword, personalized or global widget',
  params: { type: { description: WIDGET_TYPES.join(', ') } },
  query: QUERY,
  needs: ['account_id', 'domain_key'],
  headers: { 'auth-key': { type: 'string', description: 'Key, in place of the parameter auth_key' } },
  answer: reference('PathwaysAnswer'),
  async handle({ params: { type: named, widgetId }, request, reply, host }) {
    const parameters = parseQueryParameters(request);
    const published = authenticatePathwaysCall(request, parameters, host);
    const type = WIDGET_TYPES.find((known) => known === named);
    if (type === undefined) throw new Refusal('unknown_widget', 'there is no such type of widget');
    const context = getSearchConditions(host);
    const widget = findWidget(type, widgetId, context.answers.widgets);
    const call = { type, widget, catalog: published.catalog, rid: randomBytes(6).toString('hex') };
    const answer = await answerPathways(call, parameters, host.search, context);
    request.exchange.answeredFrom = describeAnswering([published]);
    noteSkippedFeatures(request, host, answer.passedOver);
    return sendText(reply, 'application/json', answer.body);
  },
});

/** Visual search needs a model of images: it is refused by name (doc: public-facts A2). */
function declareVisualRoute(method: Route['method'], operation: string): Route {
  return declareCall(operation, `${method} ${PATHWAYS_PATH}visual/:step/:widgetId`, {
    area: 'pathways',
    summary: 'Visual search, which is not emulated',
    handle() {
      throw notEmulatedRefusal('visual search');
    },
  });
}

/** Empty where every id answers (doc: public-facts A2). A published client sends `account_id` alone, so the list is the account's. */
const getMerchantWidgets = declareCall('get-merchant-widgets', 'GET /api/v1/merchant/widgets', {
  area: 'pathways',
  basis: 'doc',
  summary: "List the merchant's widgets",
  query: { ...CALLER, domain_key: means('Accepted without effect') },
  needs: ['account_id'],
  answer: reference('MerchantWidgets'),
  async handle({ request, reply, host }) {
    authenticatePathways(request, parseQueryParameters(request), host);
    const { widgets } = getSearchConditions(host).answers;
    const listed = (widgets ?? []).map(({ id, name, description, type }) => {
      return { id, name, description, type, enabled: true };
    });
    return sendText(reply, 'application/json', JSON.stringify({ response: { widgets: listed } }));
  },
});

export const PATHWAYS_ROUTES: readonly Route[] = [
  getPathwaysWidget,
  declareVisualRoute('GET', 'get-visual-widget'),
  declareVisualRoute('POST', 'post-visual-upload'),
  getMerchantWidgets,
];
