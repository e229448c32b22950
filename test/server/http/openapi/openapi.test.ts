import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonSchema } from '../../../../src/protocol/json-schema.ts';
import { describeApi } from '../../../../src/server/http/openapi/openapi.ts';
import { ROUTES } from '../../../../src/server/http/routes.ts';
import { parseFaultRule } from '../../../../src/server/service/control/fault-rule.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: object };
  responses: object;
}

const api = describeApi(ROUTES, {
  server: 'http://127.0.0.1:4747',
  version: '1.2.3',
  accountIds: ['6702'],
}) as {
  paths: Record<string, Record<string, Operation>>;
  components: object;
};
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

test.each([
  ['put', '/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/products'],
  ['patch', '/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/products'],
  ['put', '/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/items'],
  ['patch', '/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/items'],
  ['post', '/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/indexes'],
  ['get', '/dataconnect/api/v1/jobs/{jobId}'],
  ['get', '/api/v1/core/'],
  ['get', '/api/v2/suggest/'],
  ['get', '/v3/fetch_widget'],
  ['get', '/api/v2/widgets/{type}/{widgetId}'],
])('%s %s is described', (method, path) => {
  expect(api.paths[path]?.[method]).toBeDefined();
});

test('every operation has a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test.each(operations)('$method $path: each part of the path is a parameter', ({ path, operation }) => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const described = operation.parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
  expect(described.map(({ name }) => name).sort()).toEqual(inPath.sort());
});

test.each(operations)('$method $path says what may come back', ({ operation }) => {
  expect(Object.keys(operation.responses)).toContain('400');
});

test('a load takes the three documented content types', () => {
  const load = api.paths['/dataconnect/api/v1/accounts/{accountId}/catalogs/{catalog}/products']?.patch;
  expect(Object.keys(load?.requestBody?.content ?? {})).toEqual([
    'application/json-patch+jsonlines',
    'application/json-patch+json',
    'application/json',
  ]);
});

test('a search describes its parameters', () => {
  const names = api.paths['/api/v1/core/']?.get?.parameters.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'account_id',
      'auth_key',
      'domain_key',
      'request_type',
      'search_type',
      'q',
      'fl',
      'rows',
      'start',
      'fq',
      'll',
      'segment',
    ]),
  );
});

test('a search names the parameters that it refuses to lack', () => {
  const parameters = api.paths['/api/v1/core/']?.get?.parameters ?? [];
  const needed = parameters.filter(({ required }) => required).map(({ name }) => name);
  expect(needed.sort()).toEqual(['account_id', 'domain_key', 'q', 'search_type']);
});

test('a rule of the description with every member is one that is taken', () => {
  const content = api.paths['/_brctl/faults']?.put?.requestBody?.content;
  const { schema } = (content as Record<string, { schema: JsonSchema }>)['application/json'] ?? {
    schema: {},
  };
  const [{ properties }] = schema.anyOf as [{ properties: Record<string, JsonSchema> }];
  const sampleOf = ({ type, enum: choices, const: only, minimum }: JsonSchema) =>
    (choices as unknown[] | undefined)?.[0] ?? only ?? (type === 'string' ? '*' : minimum);
  const members = Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]);
  expect(() => parseFaultRule(Object.fromEntries(members))).not.toThrow();

  // What the description takes is taken, at the bounds of each member and just beyond them; no more and no less.
  const isDescribed = new Ajv2020({ strict: false }).compile(schema);
  for (const [name, { minimum = 0, maximum = 1 }] of Object.entries(properties)) {
    const [least, most] = [Number(minimum), Number(maximum)];
    for (const value of [least - 1, least, least + 0.5, most, most + 1, true, false, null, 'stick', 'x']) {
      if (name === 'operation' && value !== null) continue;
      const rule = { ...Object.fromEntries(members), [name]: value };
      const taken = () => parseFaultRule(rule);
      if (isDescribed(rule)) expect(taken, `${name}: ${value}`).not.toThrow();
      else expect(taken, `${name}: ${value}`).toThrow(`${name} must`);
    }
  }
});

test.each([
  ['get', '/_brctl/requests', ['application/json', 'text/plain']],
  ['get', '/api/v1/core/', ['application/json', 'application/javascript']],
])('%s %s names each form of its answer', (method, path, types) => {
  const responses = api.paths[path]?.[method]?.responses as Record<string, { content: object }>;
  expect(Object.keys(responses['200']?.content ?? {})).toEqual(types);
});

test.each(['/_brctl/reset', '/_brctl/faults'])('%s describes its body', (path) => {
  const described = Object.values(api.paths[path] ?? {}).map(({ requestBody }) => requestBody !== undefined);
  expect(described).toContain(true);
});

test('every schema of the description is sound, and each name in it is one that the description has', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = operations.flatMap(({ operation }) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((body) =>
      Object.values((body as { content?: Record<string, { schema: object }> } | undefined)?.content ?? {}),
    ),
  );
  for (const { schema } of schemas) {
    expect(() => ajv.compile({ ...schema, components: api.components })).not.toThrow();
  }
});

test('the schemas of parameters are sound, by the strict rules of the checker', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  const schemas = operations.flatMap(({ operation }) => operation.parameters.map(({ schema }) => schema));
  expect(schemas.length).toBeGreaterThan(100);
  for (const schema of schemas) expect(() => ajv.compile(schema)).not.toThrow();
});
