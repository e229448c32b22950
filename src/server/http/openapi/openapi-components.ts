import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import {
  arrayOf,
  BOOLEAN,
  COUNT,
  either,
  exactly,
  type JsonSchema,
  means,
  oneOf,
  orNull,
  reference,
  TEXT,
} from '../../../protocol/json-schema.ts';
import type { Area } from '../route.ts';
import { COUNTS, DOCUMENT_SCHEMAS, FACET_TYPE, SEARCH_SCHEMAS } from './search-schemas.ts';

/** Named schemas of the suggest area (doc: public-facts D3). */
const SUGGEST_SCHEMAS: Record<string, JsonSchema> = {
  SuggestAnswer: means(
    'One group of suggestions for each view of each catalog',
    exactly({
      queryContext: exactly({ originalQuery: TEXT }),
      suggestionGroups: arrayOf(reference('SuggestionGroup')),
    }),
  ),
  SuggestionGroup: exactly({
    catalogName: TEXT,
    view: means('default if the request names none'),
    querySuggestions: arrayOf(exactly({ query: TEXT, displayText: TEXT })),
    searchSuggestions: arrayOf(reference('Document')),
    attributeSuggestions: means(
      'For the first two catalogs, in the first view of each',
      arrayOf(exactly({ name: TEXT, value: TEXT, attributeType: oneOf('text', 'category') })),
    ),
  }),
};

/** Every text is empty where there is nothing to say (spec: A). */
const TEXT_OR_EMPTY: JsonSchema = { ...TEXT, default: '' };

/** Named schemas of the page widget (spec: Widget response). */
const WIDGET_SCHEMAS: Record<string, JsonSchema> = {
  WidgetAnswer: means(
    'Links and results of the page',
    exactly({
      br_iuid: means('Base64 of the address of the page without its scheme', TEXT_OR_EMPTY),
      br_related_rid: means('Identifies the block', TEXT_OR_EMPTY),
      br_related_rid_tag: means(
        'Script element that assigns br_related_rid to a variable of the page',
        TEXT_OR_EMPTY,
      ),
      'related-category': arrayOf(reference('WidgetLink')),
      'related-item': arrayOf(reference('WidgetLink')),
      'more-results': arrayOf(reference('WidgetResult')),
    }),
  ),
  WidgetLink: exactly({
    anchor: means('Text to show', TEXT_OR_EMPTY),
    url: means('Relative or absolute', TEXT_OR_EMPTY),
  }),
  WidgetResult: exactly({
    title: TEXT_OR_EMPTY,
    description: TEXT_OR_EMPTY,
    'short-description': TEXT_OR_EMPTY,
    image: means('Address of an image', TEXT_OR_EMPTY),
    url: TEXT_OR_EMPTY,
    attributes: arrayOf(exactly({ key: oneOf('product_id', 'rp_url'), value: TEXT_OR_EMPTY })),
  }),
};

const NAMED = { id: TEXT, name: TEXT, description: TEXT };

const PATHWAYS_METADATA = exactly({
  widget: exactly({
    ...NAMED,
    type: oneOf('mlt', 'search', 'personalized', 'global'),
    rid: means('Identifies this answer; pixels report it as wrid'),
  }),
  query: exactly({
    did_you_mean: arrayOf(TEXT),
    modification: exactly({ mode: oneOf('', 'autoCorrectQuery'), value: TEXT }),
  }),
  response: exactly({
    personalized_results: BOOLEAN,
    fallback: means("What was used in place of the visitor's history", oneOf('', 'global', 'keyword')),
    recall: oneOf('pure', 'relaxed'),
  }),
});

/** Named schemas of the pathways area (doc: public-facts A2). */
const PATHWAYS_SCHEMAS: Record<string, JsonSchema> = {
  PathwaysAnswer: means(
    'Documents, facets and a description of the widget',
    exactly(
      {
        response: exactly({ numFound: COUNT, start: COUNT, docs: arrayOf(reference('Document')) }),
        metadata: PATHWAYS_METADATA,
      },
      { facet: means('Present if facet=true', reference('PathwaysFacets')) },
    ),
  ),
  PathwaysFacets: exactly({
    category: arrayOf(reference('PathwaysCategory')),
    fields: arrayOf(
      exactly({ key: TEXT, type: FACET_TYPE, value: either(...COUNTS, arrayOf(reference('NumberStats'))) }),
    ),
    ranges: arrayOf(exactly({ key: TEXT, value: arrayOf(reference('RangeCount')) })),
  }),
  PathwaysCategory: exactly({
    count: COUNT,
    cat_id: TEXT,
    cat_name: TEXT,
    children: orNull(arrayOf(reference('PathwaysCategory'))),
  }),
  MerchantWidgets: exactly({
    response: exactly({ widgets: arrayOf(exactly({ ...NAMED, type: TEXT, enabled: BOOLEAN })) }),
  }),
};

const SEARCH_ERRORS = { errors: [400, 403, 414, 429, 500, 501], error: 'SearchError' };
const SEARCH_SECURITY = [{ authKey: [] }, {}];

/** Areas with the statuses and the schema of their errors, and keys (spec: Authentication): `{}` where a browser leaves them out. */
export const AREAS = {
  catalog: {
    what: 'Catalog data management: loads, the index, jobs',
    errors: [400, 401, 403, 404, 406, 413, 429, 500, 503, 507],
    error: 'CatalogError',
    security: [{ apiKey: [] }],
  },
  search: {
    what: 'Product, category, content and bestseller search',
    ...SEARCH_ERRORS,
    security: SEARCH_SECURITY,
  },
  widget: { what: 'The widget of a page', ...SEARCH_ERRORS, security: [{ acctAuth: [] }] },
  suggest: { what: 'Autosuggest', ...SEARCH_ERRORS, security: SEARCH_SECURITY },
  pathways: {
    what: 'Recommendation and pathways widgets',
    errors: [400, 401, 404, 414, 429, 500, 501],
    error: 'PathwaysError',
    security: [{ authKey: [] }, { authKeyHeader: [] }, {}],
  },
  control: {
    what: 'Control calls for tests and operations; the hosted service has none',
    errors: [400, 403, 404, 413, 500, 503, 507],
    error: 'ControlError',
    security: [],
  },
} satisfies Record<Area, object>;

/** The three kinds of body that a load takes (spec: Body kinds). They stream, so the job checks them, not this schema. */
export const LOAD_BODIES = {
  [CONTENT_TYPES.jsonLines]: {
    schema: means('One Operation per line; plain, or gzip with Content-Encoding: gzip'),
  },
  [CONTENT_TYPES.jsonPatch]: { schema: arrayOf(reference('Operation')) },
  [CONTENT_TYPES.sftpPaths]: {
    schema: means('Files of Operations, relative to the SFTP folder', {
      type: 'array',
      minItems: 1,
      items: { ...TEXT, minLength: 1 },
    }),
  },
};

const SCHEMAS: Record<string, JsonSchema> = {
  Operation: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: oneOf('add', 'remove'),
      path: means('JSON Pointer, such as /products/<id> or /products/<id>/attributes/<name>'),
      value: { description: 'For add: a whole record, an object, or the value of one attribute' },
    },
  },
  CatalogError: exactly({
    details: arrayOf(exactly({ type: TEXT, title: TEXT, detail: TEXT, class: oneOf('error') })),
  }),
  SearchError: exactly({ status_code: { type: 'integer' }, message: TEXT }),
  PathwaysError: exactly({ detail: TEXT }),
  ControlError: exactly({ error: exactly({ code: TEXT, message: TEXT }) }),
  ...DOCUMENT_SCHEMAS,
  ...SEARCH_SCHEMAS,
  ...PATHWAYS_SCHEMAS,
  ...SUGGEST_SCHEMAS,
  ...WIDGET_SCHEMAS,
};

export const COMPONENTS = {
  schemas: SCHEMAS,
  headers: {
    RequestId: { description: 'Identifies the call in the log and in /_brctl/requests.', schema: TEXT },
    Basis: {
      description:
        "Where the behaviour comes from: the service's interface document, public documentation, or an assumption.",
      schema: oneOf('spec', 'doc', 'assumption'),
    },
  },
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'API key of the environment' },
    authKey: { type: 'apiKey', in: 'query', name: 'auth_key' },
    authKeyHeader: { type: 'apiKey', in: 'header', name: 'auth-key' },
    acctAuth: { type: 'apiKey', in: 'query', name: 'acct_auth' },
  },
};
