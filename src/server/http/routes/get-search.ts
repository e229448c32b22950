import { SEARCH_PATH } from '../../../protocol/paths.ts';
import { callerLeniences, LENIENT_HEADER, lenienceNote } from '../../service/search/leniences.ts';
import { authenticateSearchCall } from '../access/authenticate-query.ts';
import { reference } from '../openapi/json-schema.ts';
import { CALLER_MEANINGS, meanings, SEARCH_VALUES } from '../openapi/query-values.ts';
import type { Route } from '../route.ts';
import { noteSkippedFeatures, queryString, sendText } from './search-context.ts';

const PARAMETERS = {
  ...CALLER_MEANINGS,
  auth_key: 'Authentication key of the account; browsers may leave it out or send it empty',
  request_type: 'search',
  search_type: 'keyword, category or bestseller',
  q: 'Keywords (300 characters, 30 words), * for everything, or the id of a category',
  fl: 'Fields of each document, separated by commas; must contain pid (content: item_id)',
  rows: 'Documents, or groups: 20, at most 200 (content: 10, at most 100)',
  start: 'Documents to skip: 0, at most 10000 (content: 1000)',
  fq: 'Facet filter, repeatable: brand:"a" OR "b", price:[10 TO 50], store_lat_lon:"25"',
  efq: 'Boolean filter, repeatable: brand:("a") AND -color:("b")',
  sort: 'price asc,title desc',
  'facet.range': 'Numeric fields to count in ranges',
  'facet.version': '3.0 for the newer shape of facets',
  'facet.field': 'Fields to return as facets of a content search, repeatable',
  'stats.field': 'Numeric fields to return the minimum and maximum of, repeatable or separated by commas',
  groupby: 'One attribute to group the products by',
  group_limit: 'Products of each group: 1',
  group_offset: 'Products to skip in each group: 0',
  view_id: 'View to search and show',
  ll: '<latitude>,<longitude> of the customer, for store pickup',
  segment: '<segment_name>:<segment_value>; an empty one is an error',
  catalog_name: 'The content catalog of a content search',
  callback: 'br_server, br_app, or the JSONP function that wraps the answer',
  br_diagnostics:
    'all, recall, ranking or merchandising: debug says how the query was understood and what each score is made of',
  'merchandising.ts': 'Unix seconds, at most 21 days ahead; without effect',
  content_injection: 'true is not emulated',
  widget_id: 'Not emulated',
  category_type: 'Not emulated',
  title: 'Title of the page, accepted without effect',
  brSeg: 'Accepted without effect',
  cdp_segments: 'Accepted without effect',
  'query.precision': 'text_match_precision; other values are not emulated',
  'query.relaxation': 'product_type, or off: all words must match',
  'query.spellcorrect': 'term_frequency, closest_match or off',
  'query.numeric_precision': 'standard; high is not emulated',
  'query.smartsort': 'off; top_products is not emulated',
  'facet.precision': 'standard; high is not emulated',
};

/** Product, category, content and bestseller search (spec: C; doc: public-facts C, D1, D4). */
export const getSearch: Route = {
  operation: 'get-search',
  method: 'GET',
  path: SEARCH_PATH,
  area: 'search',
  basis: 'doc',
  summary: 'Search products, a category, content or bestsellers',
  query: meanings(PARAMETERS),
  queryPatterns: meanings({ '^f\\..+\\.facet\\.prefix$': 'Values of a facet that begin with this' }),
  needs: ['account_id', 'domain_key', 'search_type', 'q'],
  mayBeEmpty: ['auth_key'],
  values: SEARCH_VALUES,
  answer: {
    ...reference('SearchAnswer'),
    'x-content-types': ['application/json', 'application/javascript'],
  },
  async handle(request, reply, instance) {
    const text = queryString(request);
    const parameters = new URLSearchParams(text);
    const catalog = authenticateSearchCall(request.headers, parameters, instance);
    const answer = await instance.search.answerSearch(catalog.name, text, instance.clock.now());
    const { indexVersion: version, hits } = answer;
    request.exchange.answeredFrom = [{ catalog: catalog.name, version, hits }];
    noteSkippedFeatures(request, instance, answer.passedOver);
    const lenient = [...callerLeniences(parameters), ...answer.lenient];
    request.exchange.notes.push(...lenient.map(lenienceNote));
    if (lenient.length > 0) void reply.header(LENIENT_HEADER, lenient.join(', '));
    return sendText(reply, answer.contentType, answer.body);
  },
};
