import { Readable } from 'node:stream';
import { SNAPSHOT_STATE } from '../../../protocol/control-documents.ts';
import { always, exactly, type JsonSchema, orNull, TEXT } from '../../../protocol/json-schema.ts';
import { Refusal } from '../../service/refusals.ts';
import { declareCall } from '../route.ts';
import { describeList, describeMediaType, formatTimestamp } from './control-schemas.ts';

const SNAPSHOT_NAME: JsonSchema = {
  ...TEXT,
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  title: '1 to 64 letters, digits, "_" or "-"',
};

export const STATE_CALLS = [
  declareCall('post-reset', 'POST /_brctl/reset', {
    summary: 'Reset to empty or to a snapshot: catalogs, jobs, SFTP files, request log, fault rules, clock.',
    answer: exactly({ reset: always(true), snapshot: orNull(TEXT) }),
    body: exactly({}, { snapshot: TEXT }),
    isBodyOptional: true,
    async handle({ body: { snapshot }, host }) {
      await host.reset(snapshot);
      return { reset: true, snapshot: snapshot ?? null };
    },
  }),
  declareCall('get-snapshots', 'GET /_brctl/snapshots', {
    summary: 'List the snapshots.',
    answer: describeList('snapshots', SNAPSHOT_STATE),
    handle: ({ host }) => ({
      snapshots: host
        .snapshots()
        .map(({ createdMs, ...kept }) => ({ ...kept, created_at: formatTimestamp(createdMs) })),
    }),
  }),
  declareCall('put-snapshot', 'PUT /_brctl/snapshots/:name', {
    summary: 'Save a snapshot, once running jobs have ended.',
    params: { name: SNAPSHOT_NAME },
    answer: exactly({ saved: TEXT }),
    async handle({ params: { name }, host }) {
      await host.saveSnapshot(name);
      return { saved: name };
    },
  }),
  declareCall('delete-snapshot', 'DELETE /_brctl/snapshots/:name', {
    summary: 'Delete a snapshot.',
    answer: exactly({ deleted: TEXT }),
    async handle({ params: { name }, host }) {
      await host.deleteSnapshot(name);
      return { deleted: name };
    },
  }),
  declareCall('get-snapshot-archive', 'GET /_brctl/snapshots/:name/archive', {
    summary: 'A snapshot as gzip-compressed tar.',
    answer: { ...describeMediaType('application/gzip'), format: 'binary' },
    handle: ({ params: { name }, reply, host }) =>
      reply.type('application/gzip').send(host.exportSnapshot(name)),
  }),
  declareCall('put-snapshot-archive', 'PUT /_brctl/snapshots/:name/archive', {
    summary: 'Save a snapshot from such an archive.',
    params: { name: SNAPSHOT_NAME },
    answer: exactly({ saved: TEXT }),
    body: { ...TEXT, format: 'binary' },
    checksBody: true,
    async handle({ params: { name }, request: { body }, host }) {
      if (!(body instanceof Readable))
        throw new Refusal('unsupported_content_type', 'the body must be application/gzip');
      await host.importSnapshot(name, body);
      return { saved: name };
    },
  }),
];
