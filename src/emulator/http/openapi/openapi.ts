import type { ControlRoute } from '../control-route.ts';
import type { JsonSchema, Route } from '../route.ts';
import { TEXT } from './json-schema.ts';
import { COMPONENTS, ERROR_SCHEMAS, LOAD_BODIES, SECURITY } from './openapi-components.ts';

type AnyRoute = Route | ControlRoute;

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
}

/** Statuses that every call of an area may come to, beside those that its route names. */
const SHARED_ERRORS: Readonly<Record<AnyRoute['area'], readonly number[]>> = {
  catalog: [400, 401, 403, 404, 406, 413, 429, 500, 503, 507],
  search: [400, 403, 414, 429, 500, 501],
  widget: [400, 403, 414, 429, 500, 501],
  suggest: [400, 403, 414, 429, 500, 501],
  pathways: [400, 401, 404, 414, 429, 500, 501],
  control: [400, 403, 404, 413, 500, 503, 507],
};

const AREAS: Readonly<Record<AnyRoute['area'], string>> = {
  catalog: 'Catalog data management: loads, the index, jobs',
  search: 'Product, category, content and bestseller search',
  widget: 'The widget of a page',
  suggest: 'Autosuggest',
  pathways: 'Recommendation and pathways widgets',
  control: 'Calls of tests and of operation, which the service itself does not have',
};

/** What a description tells of the instance that gives it. */
export interface DescribedInstance {
  /** Base address, such as `http://127.0.0.1:4747`. */
  server: string;
  version: string;
  accountIds: readonly string[];
}

/** Parameters that name an account, in any area. */
const ACCOUNT_PARAMETERS = ['accountId', 'account_id', 'acct_id'];

/**
 * OpenAPI 3.1 of the route table: the same schemas that requests are checked by, with the error envelopes and the
 * keys of each area.
 */
export function describeApi(routes: readonly AnyRoute[], instance: DescribedInstance): unknown {
  const { server, version, accountIds } = instance;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const item = paths[path] ?? {};
    paths[path] = item;
    item[route.method.toLowerCase()] = describeOperation(route, accountIds);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'brctl serve',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'The catalog, search and widget service as `brctl serve` emulates it, and its control calls. ' +
        'Each operation says in x-brctl-basis where its behaviour comes from.',
    },
    servers: [{ url: server }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: COMPONENTS,
  };
}

function describeOperation(route: AnyRoute, accountIds: readonly string[]): unknown {
  const { params, querystring, headers } = route.schema;
  return {
    operationId: route.operation,
    summary: route.summary,
    ...describeRefused(route.described?.values),
    tags: [route.area],
    'x-brctl-basis': route.basis,
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', querystring, route.described),
      ...describeParameters('header', headers),
    ].map((parameter) => nameAccounts(parameter, accountIds)),
    ...describeBody(route),
    responses: describeResponses(route),
    security: SECURITY[route.area],
  };
}

/** Parameters whose every value is refused are named, so that nobody looks for them among the others. */
function describeRefused(values: NonNullable<Route['described']>['values'] = {}): { description?: string } {
  const refused = Object.keys(values).filter((name) => values[name] === null);
  return refused.length === 0 ? {} : { description: `Not emulated (501): ${refused.join(', ')}.` };
}

function describeBody({ schema, streamsBody, described }: AnyRoute): { requestBody?: unknown } {
  if (described?.body !== undefined) {
    return { requestBody: { required: described.body.required, content: contentOf(described.body.schema) } };
  }
  if (schema.body === undefined) return {};
  return { requestBody: { required: true, content: streamsBody ? LOAD_BODIES : contentOf(schema.body) } };
}

interface Parameter {
  name: string;
  schema: JsonSchema;
}

/** So that whoever makes calls from the description knows which accounts there are. */
function nameAccounts(parameter: Parameter, accountIds: readonly string[]): Parameter {
  if (!ACCOUNT_PARAMETERS.includes(parameter.name)) return parameter;
  return { ...parameter, schema: { type: 'string', enum: accountIds } };
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schema: JsonSchema | undefined,
  { needs = [], mayBeEmpty = [], values = {} }: Route['described'] = {},
): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema;
  return Object.entries(properties).flatMap(([name, { description, ...own }]) => {
    const value = values[name] === undefined ? { ...TEXT, ...own } : values[name];
    if (value === null) return [];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name) || needs.includes(name),
      ...(description !== undefined && { description }),
      schema: value,
      ...(mayBeEmpty.includes(name) && { allowEmptyValue: true }),
      // `fq=a&fq=b`, not `fq=a,b`.
      ...(value.type === 'array' && { style: 'form', explode: true }),
    };
  });
}

function describeResponses(route: AnyRoute): Record<string, unknown> {
  const own = Object.entries(route.schema.response ?? {}).map(([status, schema]) => [
    status,
    { description: describeStatus(Number(status)), headers: ANSWER_HEADERS, content: contentOf(schema) },
  ]);
  const errors = SHARED_ERRORS[route.area]
    .filter((status) => route.schema.response?.[status] === undefined)
    .map((status) => [
      status,
      {
        description: describeStatus(status),
        headers: ANSWER_HEADERS,
        content: {
          'application/json': { schema: { $ref: `#/components/schemas/${ERROR_SCHEMAS[route.area]}` } },
        },
      },
    ]);
  return Object.fromEntries([...own, ...errors]);
}

const ANSWER_HEADERS = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'x-brctl-basis': { $ref: '#/components/headers/Basis' },
};

/** JSON, unless the schema is that of a text or `x-content-types` names others: the first is the schema's, the rest are texts. */
function contentOf({ 'x-content-types': listed, ...schema }: JsonSchema): Record<string, unknown> {
  const [first, ...texts] = (listed as readonly string[] | undefined) ?? [];
  const own = first ?? (schema.type === 'string' ? 'text/plain' : 'application/json');
  return {
    [own]: { schema },
    ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
  };
}

function describeStatus(status: number): string {
  return STATUS_TEXTS[status] ?? 'Error';
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  200: 'Done',
  400: 'Malformed request or invalid parameter',
  401: 'Key missing or wrong',
  403: 'Key wrong for this account',
  404: 'Unknown catalog, job, widget or snapshot',
  406: 'Content-Type not accepted',
  413: 'Body over the limit',
  414: 'Path and query longer than 16,384 bytes',
  429: 'Too many requests; Retry-After says when to try again',
  500: 'Internal error',
  501: 'A feature of the service that is not emulated',
  503: 'Not ready',
  507: 'No space left on the disk',
};
