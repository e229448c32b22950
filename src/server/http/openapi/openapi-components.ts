import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import {
  arrayOf,
  exactly,
  type JsonSchema,
  means,
  oneOf,
  reference,
  TEXT,
} from '../../../protocol/json-schema.ts';
import type { Area } from '../route.ts';
import { DOCUMENT_SCHEMAS, SEARCH_SCHEMAS } from './search-schemas.ts';
import { PATHWAYS_SCHEMAS, WIDGET_SCHEMAS } from './widget-schemas.ts';

/** Named schemas of the suggest area (doc: public-facts D3). */
const SUGGEST_SCHEMAS: Record<string, JsonSchema> = {
  SuggestAnswer: {
    ...exactly({
      queryContext: exactly({ originalQuery: TEXT }),
      suggestionGroups: arrayOf(reference('SuggestionGroup')),
    }),
    description: 'One group of suggestions for each view of each catalog',
  },
  SuggestionGroup: exactly({
    catalogName: TEXT,
    view: means('default if the request names none'),

    querySuggestions: arrayOf(exactly({ query: TEXT, displayText: TEXT })),
    searchSuggestions: arrayOf(reference('Document')),
    attributeSuggestions: {
      ...arrayOf(exactly({ name: TEXT, value: TEXT, attributeType: oneOf('text', 'category') })),
      description: 'For the first two catalogs, in the first view of each',
    },
  }),
};

interface DescribedArea {
  what: string;
  /** Statuses of errors, and the schema that they share. */
  errors: readonly number[];
  error: string;
  /** Its keys (spec: Authentication); `{}` where a browser leaves them out. */
  security: readonly Record<string, readonly string[]>[];
}

const SEARCH_ERRORS = { errors: [400, 403, 414, 429, 500, 501], error: 'SearchError' };
const SEARCH_SECURITY = [{ authKey: [] }, {}];

export const AREAS: Readonly<Record<Area, DescribedArea>> = {
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
};

/** The three kinds of body that a load takes (spec: Body kinds). They stream, so the job checks them, not this schema. */
export const LOAD_BODIES = {
  [CONTENT_TYPES.jsonLines]: {
    schema: means('One Operation per line; plain, or gzip with Content-Encoding: gzip'),
  },
  [CONTENT_TYPES.jsonPatch]: { schema: { type: 'array', items: reference('Operation') } },
  [CONTENT_TYPES.sftpPaths]: {
    schema: {
      type: 'array',
      minItems: 1,
      items: { ...TEXT, minLength: 1 },
      description: 'Files of Operations, relative to the SFTP folder',
    },
  },
};

const SCHEMAS: Record<string, JsonSchema> = {
  Operation: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { ...TEXT, enum: ['add', 'remove'] },
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
      schema: { type: 'string', enum: ['spec', 'doc', 'assumption'] },
    },
  },
  securitySchemes: {
    apiKey: { type: 'http', scheme: 'bearer', description: 'API key of the environment' },
    authKey: { type: 'apiKey', in: 'query', name: 'auth_key' },
    authKeyHeader: { type: 'apiKey', in: 'header', name: 'auth-key' },
    acctAuth: { type: 'apiKey', in: 'query', name: 'acct_auth' },
  },
};
