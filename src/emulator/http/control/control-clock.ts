import type { EmulatorHost } from '../../host.ts';
import { Refusal } from '../../service/refusals.ts';
import type { ControlCall } from '../control-route.ts';
import { CLOCK_STATE } from './control-schemas.ts';
import { BOOLEAN, NUMBER, readBody, TEXT } from './control-values.ts';

export const getClock: ControlCall = {
  path: '/_brctl/clock',
  operation: 'get-clock',
  method: 'GET',
  summary: "Read the service's clock.",
  schema: { response: { 200: CLOCK_STATE } },
  async handle(_request, _reply, host) {
    return describeClock(host);
  },
};

const CHANGE = { reset: BOOLEAN, now: TEXT, advanceMs: NUMBER, freeze: BOOLEAN };

/** `{"reset":true}`, `{"freeze":true}`, `{"now":"2026-01-31T00:00:00Z"}`, `{"advanceMs":86400000}`; several apply in this order, all or none. */
export const putClock: ControlCall = {
  path: '/_brctl/clock',
  operation: 'put-clock',
  method: 'PUT',
  summary: "Set, move, freeze or reset the service's clock.",
  schema: {
    body: {
      type: 'object',
      additionalProperties: false,
      properties: {
        reset: { type: 'boolean' },
        now: { type: 'string', format: 'date-time', description: 'RFC 3339' },
        advanceMs: { type: 'number' },
        freeze: { type: 'boolean' },
      },
    },
    response: { 200: CLOCK_STATE },
  },
  async handle(request, _reply, host) {
    const { reset, freeze, now, advanceMs } = readBody(request.body, CHANGE);
    host.clock.change({ reset, freeze, nowMs: now === undefined ? undefined : parseTime(now), advanceMs });
    return describeClock(host);
  },
};

function parseTime(text: string): number {
  const date = /^(\d{4}-\d\d-\d\d)T/.exec(text)?.[1];
  // Date takes 31 February for 3 March.
  const isDay = date !== undefined && new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(8));
  const ms = isDay ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(ms)) return ms;
  throw new Refusal('invalid_parameter', 'now must be an RFC 3339 time, such as 2026-01-31T00:00:00Z', {
    at: 'now',
  });
}

function describeClock({ clock }: EmulatorHost) {
  return { now: new Date(clock.now()).toISOString(), frozen: clock.frozen };
}
