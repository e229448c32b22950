import { LIMITS } from '../../../protocol/limits.ts';
import {
  DIAGNOSTICS,
  FUNCTION_NAME,
  FUNCTION_NAME_CHARACTERS,
} from '../../service/search/answer-parameters.ts';
import { GROUP_LIMIT_MAX } from '../../service/search/grouping.ts';
import { FEATURES } from '../../service/search/search-features.ts';
import { SEARCH_TYPES } from '../../service/search/search-recall.ts';
import { PATHWAYS_PAGING } from '../../service/widgets/pathways-request.ts';
import type { JsonSchema, JsonSchemas } from '../route.ts';
import { arrayOf, oneOf, TEXT } from './json-schema.ts';

/**
 * The parameters of a query by what each means. No types or required members are in it: the service's own checks have a
 * documented order and documented sentences. query-values.ts tells the types.
 */
export function meanings(described: Readonly<Record<string, string>>): JsonSchemas {
  return Object.fromEntries(Object.entries(described).map(([name, description]) => [name, { description }]));
}

/** What the caller parameters mean, which every call of the search, suggest and pathways areas carries (doc: public-facts C1, A2). */
export const CALLER_MEANINGS = {
  account_id: 'Account identifier',
  auth_key: 'Authentication key of the account',
  domain_key: 'The catalog; mandatory',
  request_id: 'Identifier of the request, accepted but not checked',
  _br_uid_2: 'Visitor cookie, accepted but not checked',
  url: 'Address of the page; an app sends a dummy value',
  ref_url: 'Referring address; an app leaves it empty',
  user_id: 'Identifier of a signed-in visitor, accepted without effect',
  user_agent: 'Client of the visitor, accepted without effect',
  user_ip: 'Address of the visitor, accepted without effect',
} as const;

/**
 * Values of query parameters by name, for openapi.json only: the handlers check them, in an order and with words of their
 * own. Null stands for a parameter of the real service whose every value is refused here (501).
 */
export type QueryValues = Readonly<Record<string, JsonSchema | null>>;

const REPEATABLE = arrayOf(TEXT);
const NOT_EMPTY: JsonSchema = { ...TEXT, minLength: 1 };
const QUERY: JsonSchema = { ...NOT_EMPTY, maxLength: LIMITS.queryCharacters };
const SEGMENT: JsonSchema = { ...TEXT, pattern: '^[^:]+:.+$', examples: ['customer_tier:gold'] };
const CALLBACK: JsonSchema = {
  ...TEXT,
  pattern: FUNCTION_NAME.source,
  maxLength: FUNCTION_NAME_CHARACTERS,
};

function wholeNumber(minimum: number, maximum: number | null, fallback: number): JsonSchema {
  return { type: 'integer', minimum, ...(maximum !== null && { maximum }), default: fallback };
}

/** The values that are emulated: the others that the real service knows are refused by name (501). */
const SWITCHES: QueryValues = Object.fromEntries(
  FEATURES.map(({ name, emulated }) => [name, emulated.length === 0 ? null : oneOf(...emulated)]),
);

/** Of searches (doc: public-facts C1). */
export const SEARCH_VALUES: QueryValues = {
  ...SWITCHES,
  request_type: { ...oneOf('search'), default: 'search' },
  search_type: oneOf(...SEARCH_TYPES),
  q: QUERY,
  rows: wholeNumber(0, LIMITS.rowsMax, LIMITS.rowsDefault),
  start: wholeNumber(0, LIMITS.startMax, 0),
  fq: REPEATABLE,
  efq: REPEATABLE,
  'facet.range': REPEATABLE,
  'facet.version': { type: 'number', minimum: 0, maximum: 3, examples: [3] },
  'facet.field': REPEATABLE,
  'stats.field': REPEATABLE,
  group_limit: wholeNumber(1, GROUP_LIMIT_MAX, 1),
  group_offset: wholeNumber(0, null, 0),
  ll: { ...TEXT, examples: ['52.37,4.90'] },
  segment: SEGMENT,
  callback: CALLBACK,
  br_diagnostics: oneOf(...DIAGNOSTICS),
  'merchandising.ts': { type: 'integer', minimum: 0 },
  'query.relaxation': { ...oneOf('product_type', 'off'), default: 'product_type' },
  'query.spellcorrect': { ...oneOf('term_frequency', 'closest_match', 'off'), default: 'term_frequency' },
};

/** Of recommendation and pathways widgets (doc: public-facts A2). */
export const PATHWAYS_VALUES: QueryValues = {
  query: QUERY,
  filter: REPEATABLE,
  filter_facet: REPEATABLE,
  facet: { type: 'boolean', default: false },
  rows: wholeNumber(0, PATHWAYS_PAGING.rowsMax, PATHWAYS_PAGING.rowsDefault),
  start: wholeNumber(0, PATHWAYS_PAGING.startMax, 0),
  segment: SEGMENT,
  content_injection: oneOf('false'),
};

/** Of autosuggest (doc: public-facts D3). */
export const SUGGEST_VALUES: QueryValues = {
  request_type: oneOf('suggest'),
  q: { ...TEXT, maxLength: LIMITS.queryCharacters },
  catalog_views: NOT_EMPTY,
  callback: CALLBACK,
};

/** Of page widgets (spec: A; doc: public-facts A1). */
export const WIDGET_VALUES: QueryValues = {
  acct_auth: NOT_EMPTY,
  ptype: { ...NOT_EMPTY, examples: ['product', 'category', 'search'] },
  url: NOT_EMPTY,
  user_agent: NOT_EMPTY,
  pstatus: { ...TEXT, examples: ['ok', 'outofstock'] },
  output_format: { ...TEXT, examples: ['br_json'] },
};
