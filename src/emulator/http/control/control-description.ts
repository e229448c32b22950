import type { ControlCall } from '../control-route.ts';

/** The members that every OpenAPI 3.1 document has. */
const DESCRIPTION = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: { type: 'object' },
    paths: { type: 'object' },
  },
};

export const getOpenApi: ControlCall = {
  operation: 'get-openapi',
  method: 'GET',
  path: '/_brctl/openapi.json',
  summary: 'The description against which requests are checked.',
  schema: { response: { 200: DESCRIPTION } },
  async handle(_request, _reply, host) {
    return host.openApi();
  },
};

export const getMetrics: ControlCall = {
  operation: 'get-metrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Measurements in the text format of Prometheus.',
  schema: { response: { 200: { type: 'string' } } },
  async handle(_request, reply, host) {
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await host.metrics.text());
  },
};
