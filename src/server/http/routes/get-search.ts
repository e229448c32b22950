import { CALLER } from '../../../protocol/caller-parameters.ts';
import { COUNT, means, NUMBER, oneOf, reference, TEXT } from '../../../protocol/json-schema.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { SEARCH_PATH } from '../../../protocol/paths.ts';
import { findCallerLeniences, formatLenience, formatLenientHeaders } from '../../service/search/leniences.ts';
import { DIAGNOSTICS } from '../../service/search/search-fields.ts';
import { SEARCH_TYPES } from '../../service/search/search-recall.ts';
import { GROUP_LIMIT_MAX } from '../../service/search/search-request.ts';
import { authenticateSearchCall } from '../access/authenticate.ts';
import {
  CALLBACK,
  describeInteger,
  KEYWORDS,
  REPEATABLE,
  SEGMENT,
  SWITCHES,
} from '../openapi/query-values.ts';
import { declareCall } from '../route.ts';
import { getQueryString, noteSkippedFeatures, sendText } from './search-context.ts';

const QUERY = {
  ...CALLER,
  ...SWITCHES,
  auth_key: {
    ...means('Authentication key of the account; browsers may leave it out or send it empty'),
    allowEmptyValue: true,
  },
  request_type: means('search', { ...oneOf('search'), default: 'search' }),
  search_type: means('keyword, category or bestseller', oneOf(...SEARCH_TYPES)),
  q: means('Keywords (300 characters, 30 words), * for everything, or the id of a category', KEYWORDS),
  fl: means('Fields of each document, separated by commas; must contain pid (content: item_id)'),
  rows: means(
    'Documents, or groups: 20, at most 200 (content: 10, at most 100)',
    describeInteger(0, LIMITS.rowsMax, LIMITS.rowsDefault),
  ),
  start: means('Documents to skip: 0, at most 10000 (content: 1000)', describeInteger(0, LIMITS.startMax, 0)),
  fq: means('Facet filter, repeatable: brand:"a" OR "b", price:[10 TO 50], store_lat_lon:"25"', REPEATABLE),
  efq: means('Boolean filter, repeatable: brand:("a") AND -color:("b")', REPEATABLE),
  sort: means('price asc,title desc'),
  'facet.range': means('Numeric fields to count in ranges', REPEATABLE),
  'facet.version': means('3.0 for the newer shape of facets', {
    ...NUMBER,
    minimum: 0,
    maximum: 3,
    examples: [3],
  }),
  'facet.field': means('Fields to return as facets of a content search, repeatable', REPEATABLE),
  'stats.field': means(
    'Numeric fields to return the minimum and maximum of, repeatable or separated by commas',
    REPEATABLE,
  ),
  groupby: means('One attribute to group the products by'),
  group_limit: means('Products of each group: 1', describeInteger(1, GROUP_LIMIT_MAX, 1)),
  group_offset: means('Products to skip in each group: 0', describeInteger(0, null, 0)),
  view_id: means('View to search and show'),
  ll: means('<latitude>,<longitude> of the customer, for store pickup', {
    ...TEXT,
    examples: ['52.37,4.90'],
  }),
  segment: SEGMENT,
  catalog_name: means('The content catalog of a content search'),
  callback: CALLBACK,
  br_diagnostics: means(
    'all, recall, ranking or merchandising: debug says how the query was understood and what each score is made of',
    oneOf(...DIAGNOSTICS),
  ),
  'merchandising.ts': means('Unix seconds, at most 21 days ahead: the time that rules are chosen for', COUNT),
  'merchandising_rules.disable': means('all, recall, ranking: rules of the file to go without', REPEATABLE),
  boost: means('pid:P1: products at the top', REPEATABLE),
  bury: means('pid:P1: products at the bottom', REPEATABLE),
  lock: means('pid:P1#3: a product at a position', REPEATABLE),
  add_to_recall: means('pid:P1: products beside those found', REPEATABLE),
  soft_boost: means('brand:"A"^100: raises the score of what the filter finds', REPEATABLE),
  soft_bury: means('brand:"A"^100: lowers it', REPEATABLE),
  include: means('Filter as efq: these products alone', REPEATABLE),
  exclude: means('Filter as efq: all but these products', REPEATABLE),
  title: means('Title of the page, accepted without effect'),
  brSeg: means('Accepted without effect'),
  cdp_segments: means('Accepted without effect'),
  'query.relaxation': means('product_type, or off: all words must match', {
    ...oneOf('product_type', 'off'),
    default: 'product_type',
  }),
  'query.spellcorrect': means('term_frequency, closest_match or off', {
    ...oneOf('term_frequency', 'closest_match', 'off'),
    default: 'term_frequency',
  }),
};

/** Product, category, content and bestseller search (spec: C; doc: public-facts C, D1, D4). */
export const getSearch = declareCall('get-search', `GET ${SEARCH_PATH}`, {
  area: 'search',
  basis: 'doc',
  summary: 'Search products, a category, content or bestsellers',
  query: QUERY,
  // Values of a facet that begin with this.
  queryPattern: /^f\..+\.facet\.prefix$/,
  needs: ['account_id', 'domain_key', 'search_type', 'q'],
  answer: { ...reference('SearchAnswer'), 'x-content-types': ['application/json', 'application/javascript'] },
  async handle({ request, reply, host }) {
    const text = getQueryString(request);
    const parameters = new URLSearchParams(text);
    const { catalog } = authenticateSearchCall(request.headers, parameters, host);
    const answer = await host.search.answerSearch(catalog, text, host.clock.now());
    const { indexVersion: version, hits } = answer;
    request.exchange.answeredFrom = [{ catalog, version, hits }];
    noteSkippedFeatures(request, host, answer.passedOver);
    const lenient = [...findCallerLeniences(parameters), ...answer.lenient];
    request.exchange.notes.push(...lenient.map(formatLenience));
    void reply.headers(formatLenientHeaders(lenient));
    return sendText(reply, answer.contentType, answer.body);
  },
});
