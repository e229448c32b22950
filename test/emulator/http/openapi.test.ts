import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { CONTROL_ROUTES } from '../../../src/emulator/http/control-routes.ts';
import { describeApi } from '../../../src/emulator/http/openapi.ts';
import { ROUTES } from '../../../src/emulator/http/routes.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: object };
  responses: object;
}

const api = describeApi([...ROUTES, ...CONTROL_ROUTES], 'http://127.0.0.1:4747', '1.2.3') as {
  paths: Record<string, Record<string, Operation>>;
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

test('the schemas that requests are checked by are sound, by the strict rules of the checker', async () => {
  const app = Fastify({
    ajv: {
      customOptions: { strict: true, allowUnionTypes: true, validateSchema: true, coerceTypes: 'array' },
    },
  });
  for (const { method, path, schema } of [...ROUTES, ...CONTROL_ROUTES]) {
    const { response: _described, ...checked } = schema;
    app.route({ method, url: path, schema: checked, handler: async () => null });
  }
  await expect(app.ready()).resolves.toBeDefined();
});
