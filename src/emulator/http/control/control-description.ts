import { ANY_OBJECT } from './control-json.ts';
import type { ControlRoute } from './control-route.ts';

const shared = { area: 'control', basis: 'assumption' } as const;

export const getOpenApi: ControlRoute = {
  ...shared,
  operation: 'get-openapi',
  method: 'GET',
  path: '/_brctl/openapi.json',
  summary: 'The description that requests are checked by.',
  schema: { response: { 200: ANY_OBJECT } },
  async handle(_request, _reply, host) {
    return host.openApi();
  },
};

export const getMetrics: ControlRoute = {
  ...shared,
  operation: 'get-metrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Measurements in the text format of Prometheus.',
  schema: { response: { 200: { type: 'string' } } },
  async handle(_request, reply, host) {
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await host.metrics.text());
  },
};
