import { CLOCK_STATE, TIME } from '../../../protocol/control-documents.ts';
import { BOOLEAN, exactly, means, NUMBER, TEXT } from '../../../protocol/json-schema.ts';
import type { Instance } from '../../instance.ts';
import { Refusal } from '../../service/refusals.ts';
import { strangerRefusal } from '../access/admit-control-call.ts';
import { declareCall } from '../route.ts';
import { READY } from './control-schemas.ts';

/**
 * 503 until HTTP, SFTP and every `--load` are ready, and while the search engine is red; else where everything is reached,
 * keys left out, and how the engine is. Load balancers on other machines ask it, too: they are told the state alone.
 */
export const getReady = declareCall('get-ready', 'GET /_brctl/ready', {
  isOfSearch: true,
  summary: 'Whether the service is ready.',
  isOpen: true,
  answer: READY,
  async handle({ request, host }) {
    const ready = host.ready();
    if (ready === null) throw new Refusal('unavailable', 'not ready yet');
    const health = await host.engineHealth();
    const { engine, state, detail } = health;
    const isHere = strangerRefusal(request) === undefined;
    if (state === 'red') {
      const why = isHere ? `: ${detail}` : '';
      throw new Refusal('unavailable', `the search engine ${engine} is red${why}`);
    }
    if (!isHere) return { schema: ready.schema, engine: { engine, state } };
    const { env: _keys, ...addresses } = ready;
    return { ...addresses, environment: host.environment, engine: health };
  },
});

/** `{"reset":true}`, `{"freeze":true}`, `{"now":"2026-01-31T00:00:00Z"}`, `{"advanceMs":86400000}`; several apply in this order, all or none. */
const CLOCK_CHANGE = exactly(
  {},
  { reset: BOOLEAN, now: means('RFC 3339', TIME), advanceMs: NUMBER, freeze: BOOLEAN },
);

export const CLOCK_CALLS = [
  declareCall('get-clock', 'GET /_brctl/clock', {
    isOfSearch: true,
    summary: "Read the service's clock.",
    answer: CLOCK_STATE,
    handle: ({ host }) => describeClock(host),
  }),
  declareCall('put-clock', 'PUT /_brctl/clock', {
    isOfSearch: true,
    summary: "Set, move, freeze or reset the service's clock.",
    body: CLOCK_CHANGE,
    answer: CLOCK_STATE,
    handle({ body: { reset, freeze, now, advanceMs }, host }) {
      host.clock.change({ reset, freeze, nowMs: now === undefined ? undefined : parseTime(now), advanceMs });
      host.events.update('clock', {});
      return describeClock(host);
    },
  }),
];

function parseTime(text: string): number {
  const date = /^(\d{4}-\d\d-\d\d)T/.exec(text)?.[1];
  // Date takes 31 February for 3 March.
  const isDay = date !== undefined && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(8));
  const ms = isDay ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new Refusal('invalid_parameter', 'now must be an RFC 3339 time, such as 2026-01-31T00:00:00Z');
}

function describeClock({ clock }: Instance) {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.frozen };
}

export const MEASURING_CALLS = [
  declareCall('get-metrics', 'GET /metrics', {
    isOfSearch: true,
    summary: 'Measurements in the text format of Prometheus.',
    answer: TEXT,
    handle: async ({ reply, host }) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await host.metrics.text()),
  }),
  declareCall('get-openapi', 'GET /_brctl/openapi.json', {
    isOfSearch: true,
    summary: 'What every operation takes and answers, as OpenAPI.',
    answer: {
      type: 'object',
      required: ['openapi', 'info', 'paths'],
      properties: {
        openapi: { type: 'string', pattern: '^3\\.1\\.' },
        info: { type: 'object' },
        paths: { type: 'object' },
      },
    },
    handle: ({ host }) => host.openApi(),
  }),
];
