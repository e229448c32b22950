import { type JsonSchema, reference, TEXT } from '../../../protocol/json-schema.ts';
import type { ControlRoute, JsonSchemas, Route } from '../route.ts';
import { COMPONENTS, ERROR_SCHEMAS, LOAD_BODIES, SECURITY } from './openapi-components.ts';

type AnyRoute = Route | ControlRoute;

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
  control: 'Control calls for tests and operations; the hosted service has none',
};

export interface DescribedInstance {
  server: string;
  version: string;
  accountIds: readonly string[];
}

const ACCOUNT_PARAMETERS = ['accountId', 'account_id', 'acct_id'];

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
  const ofPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [
    name,
    route.params?.[name] ?? {},
  ]);
  return {
    operationId: route.operation,
    summary: route.summary,
    ...describeRefused(route.query),
    tags: [route.area],
    'x-brctl-basis': route.basis,
    parameters: [
      ...describeParameters('path', Object.fromEntries(ofPath)),
      ...describeParameters('query', route.query, route),
      ...describeParameters('header', route.headers),
    ].map((parameter) => nameAccounts(parameter, accountIds)),
    ...describeBody(route),
    responses: describeResponses(route),
    security: SECURITY[route.area],
  };
}

/** Parameters whose every value is refused are named, so that nobody looks for them among the others. */
function describeRefused(query: JsonSchemas = {}): { description?: string } {
  const refused = Object.keys(query).filter((name) => query[name]?.not !== undefined);
  return refused.length === 0 ? {} : { description: `Not emulated (501): ${refused.join(', ')}.` };
}

function describeBody({ body, isBodyOptional, streamsBody }: AnyRoute): { requestBody?: unknown } {
  if (streamsBody) return { requestBody: { required: true, content: LOAD_BODIES } };
  return body === undefined ? {} : { requestBody: { required: !isBodyOptional, content: contentOf(body) } };
}

interface Parameter {
  name: string;
  schema: JsonSchema;
}

function nameAccounts(parameter: Parameter, accountIds: readonly string[]): Parameter {
  if (!ACCOUNT_PARAMETERS.includes(parameter.name)) return parameter;
  return { ...parameter, schema: { type: 'string', enum: accountIds } };
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schemas: JsonSchemas = {},
  { needs = [] }: Pick<Route, 'needs'> = {},
): Parameter[] {
  return Object.entries(schemas).flatMap(([name, { description, allowEmptyValue, not, ...own }]) => {
    if (not !== undefined) return [];
    const value = { ...TEXT, ...own };
    return {
      name,
      in: place,
      required: place === 'path' || needs.includes(name),
      ...(description !== undefined && { description }),
      schema: value,
      ...(allowEmptyValue === true && { allowEmptyValue }),
      // `fq=a&fq=b`, not `fq=a,b`.
      ...(value.type === 'array' && { style: 'form', explode: true }),
    };
  });
}

function describeResponses(route: AnyRoute): Record<string, unknown> {
  const described = (status: number, content: unknown) => [
    status,
    { description: STATUS_TEXTS[status] ?? 'Error', headers: ANSWER_HEADERS, content },
  ];
  const error = contentOf(reference(ERROR_SCHEMAS[route.area]));
  const errors = SHARED_ERRORS[route.area].map((status) => described(status, error));
  const own = route.answer === undefined ? [] : [described(200, contentOf(route.answer))];
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
