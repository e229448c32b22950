import {
  always,
  arrayOf,
  COUNT,
  exactly,
  type JsonSchema,
  oneOf,
  type Schema,
  TEXT,
} from '../../../protocol/json-schema.ts';

export const AT_PARAMETER: Schema<string> = {
  ...TEXT,
  minLength: 1,
  title: 'one version, job or time',
  description: 'As it was: a version, the id of a job, or a time as RFC 3339',
};

/** Of a list: how many of the newest. */
export const POSITIVE: Schema<number> = { ...COUNT, minimum: 1 };

export function describeList(name: string, items: JsonSchema): JsonSchema {
  return exactly({ [name]: arrayOf(items) });
}

/** A body that is no JSON, in the first of these media types; the others are texts. */
export function describeMediaType(...types: readonly string[]): JsonSchema {
  return { ...TEXT, 'x-content-types': types };
}

export const READY = exactly(
  {
    schema: always('brctl.serve/1'),
    engine: exactly({ engine: TEXT, state: oneOf('green', 'yellow', 'red') }, { detail: TEXT }),
  },
  // On this machine alone; a process that only searches has no catalog API and no SFTP.
  {
    pid: COUNT,
    searchUrl: TEXT,
    widgetUrl: TEXT,
    pathwaysUrl: TEXT,
    suggestUrl: TEXT,
    environment: TEXT,
    catalogUrl: TEXT,
    sftp: exactly({ host: TEXT, port: COUNT, user: TEXT, keyFile: TEXT, hostKey: TEXT }),
  },
);

/** Milliseconds since 1970 as RFC 3339, null where there is no time. */
export function formatTimestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
