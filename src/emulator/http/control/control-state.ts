import { Refusal } from '../../service/refusals.ts';
import { ANY_OBJECT, NAME_PARAMS, timestamp } from './control-json.ts';
import type { ControlRoute } from './control-route.ts';

const shared = { area: 'control', basis: 'assumption' } as const;

/** Back to empty, or to `{"snapshot":"name"}`. */
export const postReset: ControlRoute = {
  ...shared,
  operation: 'post-reset',
  method: 'POST',
  path: '/_brctl/reset',
  summary: 'Back to empty or to a snapshot: catalogs, jobs, SFTP files, request log, fault rules, clock.',
  schema: { response: { 200: ANY_OBJECT } },
  described: {
    body: { schema: { type: 'object', properties: { snapshot: { type: 'string' } } }, required: false },
  },
  async handle(request, _reply, host) {
    const { snapshot } = (request.body ?? {}) as { snapshot?: unknown };
    if (snapshot !== undefined && typeof snapshot !== 'string') {
      throw new Refusal('invalid_parameter', 'snapshot must be the name of a snapshot', { at: 'snapshot' });
    }
    await host.reset(snapshot);
    return { reset: true, snapshot: snapshot ?? null };
  },
};

export const getSnapshots: ControlRoute = {
  ...shared,
  operation: 'get-snapshots',
  method: 'GET',
  path: '/_brctl/snapshots',
  summary: 'Named states.',
  schema: { response: { 200: ANY_OBJECT } },
  async handle(_request, _reply, host) {
    const snapshots = host.snapshots();
    return {
      snapshots: snapshots.map((kept) => ({
        ...kept,
        createdMs: undefined,
        created_at: timestamp(kept.createdMs),
      })),
    };
  },
};

export const putSnapshot: ControlRoute = {
  ...shared,
  operation: 'put-snapshot',
  method: 'PUT',
  path: '/_brctl/snapshots/:name',
  summary: 'Keep the present state under a name, once running jobs have ended.',
  schema: { params: NAME_PARAMS, response: { 200: ANY_OBJECT } },
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    await host.saveSnapshot(name);
    return { saved: name };
  },
};

export const deleteSnapshot: ControlRoute = {
  ...shared,
  operation: 'delete-snapshot',
  method: 'DELETE',
  path: '/_brctl/snapshots/:name',
  summary: 'Forget a named state.',
  schema: { params: NAME_PARAMS, response: { 200: ANY_OBJECT } },
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    await host.deleteSnapshot(name);
    return { deleted: name };
  },
};
