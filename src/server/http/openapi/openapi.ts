import { type JsonSchema, oneOf, reference, TEXT } from '../../../protocol/json-schema.ts';
import { describeStatus } from '../errors/respond.ts';
import type { JsonSchemas, Route } from '../route.ts';
import { AREAS, COMPONENTS, LOAD_BODIES } from './openapi-components.ts';

const ACCOUNT_PARAMETERS = ['accountId', 'account_id', 'acct_id'];

export function describeApi(
  routes: readonly Route[],
  { server, version, accountIds }: { server: string; version: string; accountIds: readonly string[] },
) {
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
    tags: Object.entries(AREAS).map(([name, { what }]) => ({ name, description: what })),
    paths,
    components: COMPONENTS,
  };
}

function describeOperation(route: Route, accountIds: readonly string[]): unknown {
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
      ...describeParameters('path', Object.fromEntries(ofPath), [], accountIds),
      ...describeParameters('query', route.query, route.needs, accountIds),
      ...describeParameters('header', route.headers),
    ],
    ...describeBody(route),
    responses: describeResponses(route),
    security: AREAS[route.area].security,
  };
}

/** Parameters whose every value is refused are named, so that nobody looks for them among the others. */
function describeRefused(query: JsonSchemas = {}): { description?: string } {
  const refused = Object.keys(query).filter((name) => query[name]?.not !== undefined);
  return refused.length === 0 ? {} : { description: `Not emulated (501): ${refused.join(', ')}.` };
}

function describeBody({ body, isBodyOptional, streamsBody }: Route): { requestBody?: unknown } {
  if (streamsBody) return { requestBody: { required: true, content: LOAD_BODIES } };
  return body === undefined ? {} : { requestBody: { required: !isBodyOptional, content: listContent(body) } };
}

function describeParameters(
  place: 'path' | 'query' | 'header',
  schemas: JsonSchemas = {},
  needs: readonly string[] = [],
  accountIds: readonly string[] = [],
): object[] {
  return Object.entries(schemas).flatMap(([name, { description, allowEmptyValue, not, ...own }]) => {
    if (not !== undefined) return [];
    const value: JsonSchema = ACCOUNT_PARAMETERS.includes(name) ? oneOf(...accountIds) : { ...TEXT, ...own };
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

function describeResponses(route: Route): Record<string, unknown> {
  const describeAnswer = (status: number, content: unknown) => [
    status,
    { description: status === 200 ? 'Done' : describeStatus(status), headers: ANSWER_HEADERS, content },
  ];
  const { error, errors } = AREAS[route.area];
  const refused = errors.map((status) => describeAnswer(status, listContent(reference(error))));
  const own = route.answer === undefined ? [] : [describeAnswer(200, listContent(route.answer))];
  return Object.fromEntries([...own, ...refused]);
}

const ANSWER_HEADERS = {
  'x-request-id': { $ref: '#/components/headers/RequestId' },
  'x-brctl-basis': { $ref: '#/components/headers/Basis' },
};

/** JSON, unless the schema is that of a text or `x-content-types` names others: the first is the schema's, the rest are texts. */
function listContent({ 'x-content-types': listed, ...schema }: JsonSchema): Record<string, unknown> {
  const [first, ...texts] = (listed as readonly string[] | undefined) ?? [];
  const own = first ?? (schema.type === 'string' ? 'text/plain' : 'application/json');
  return {
    [own]: { schema },
    ...Object.fromEntries(texts.map((type) => [type, { schema: { type: 'string' } }])),
  };
}
