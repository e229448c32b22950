import { Readable } from 'node:stream';
import { Refusal } from '../../service/refusals.ts';
import { exactly, TEXT } from '../openapi/json-schema.ts';
import type { ControlCall } from '../route.ts';
import { listOf, SNAPSHOT_NAME, SNAPSHOT_STATE, timestamp } from './control-schemas.ts';

export const postReset: ControlCall = {
  operation: 'post-reset',
  method: 'POST',
  path: '/_brctl/reset',
  summary: 'Reset to empty or to a snapshot: catalogs, jobs, SFTP files, request log, fault rules, clock.',
  answer: exactly({ reset: { const: true }, snapshot: { type: ['string', 'null'] } }),
  body: exactly({}, { snapshot: TEXT }),
  isBodyOptional: true,
  async handle(request, _reply, host) {
    const { snapshot } = (request.body ?? {}) as { snapshot?: string };
    await host.reset(snapshot);
    return { reset: true, snapshot: snapshot ?? null };
  },
};

export const getSnapshots: ControlCall = {
  operation: 'get-snapshots',
  method: 'GET',
  path: '/_brctl/snapshots',
  summary: 'List the named states.',
  answer: listOf('snapshots', SNAPSHOT_STATE),
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

export const putSnapshot: ControlCall = {
  operation: 'put-snapshot',
  method: 'PUT',
  path: '/_brctl/snapshots/:name',
  summary: 'Save the current state under a name, once running jobs have ended.',
  params: { name: SNAPSHOT_NAME },
  answer: exactly({ saved: { type: 'string' } }),
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    await host.saveSnapshot(name);
    return { saved: name };
  },
};

export const getSnapshotArchive: ControlCall = {
  operation: 'get-snapshot-archive',
  method: 'GET',
  path: '/_brctl/snapshots/:name/archive',
  summary: 'A named state as gzip-compressed tar.',
  answer: { type: 'string', format: 'binary', 'x-content-types': ['application/gzip'] },
  async handle(request, reply, host) {
    const { name } = request.params as { name: string };
    return reply.type('application/gzip').send(host.exportSnapshot(name));
  },
};

export const putSnapshotArchive: ControlCall = {
  operation: 'put-snapshot-archive',
  method: 'PUT',
  path: '/_brctl/snapshots/:name/archive',
  summary: 'Save the state of such an archive under a name.',
  params: { name: SNAPSHOT_NAME },
  answer: exactly({ saved: { type: 'string' } }),
  body: { type: 'string', format: 'binary' },
  checksBody: true,
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    if (!(request.body instanceof Readable))
      throw new Refusal('unsupported_content_type', 'the body must be application/gzip');
    await host.importSnapshot(name, request.body);
    return { saved: name };
  },
};

export const deleteSnapshot: ControlCall = {
  operation: 'delete-snapshot',
  method: 'DELETE',
  path: '/_brctl/snapshots/:name',
  summary: 'Delete a named state.',
  answer: exactly({ deleted: { type: 'string' } }),
  async handle(request, _reply, host) {
    const { name } = request.params as { name: string };
    await host.deleteSnapshot(name);
    return { deleted: name };
  },
};
