import { randomUUID } from 'node:crypto';

/** All that brctl has in a cluster begins so. */
const PREFIX = 'brctl';

/** Of what brctl knows of its indexes, one for all environments. */
export const CONTROL_INDEX = `${PREFIX}-control`;

/** Raised whenever an index written before can no longer be read; such an index is rebuilt, never migrated. */
export const INDEX_FORMAT = '13';

export const ENGINE_NAME = 'opensearch';

/** All indexes of brctl; a cluster may have others. */
export const ALL_INDEXES = `${PREFIX}-*`;

/** A new name for an index of an environment. Index names have small letters only. */
export function generateIndexName(scope: string): string {
  return `${makePrefix(scope)}${randomUUID()}`;
}

/** How the names of an environment's indexes begin. */
export function makePrefix(scope: string): string {
  const plain = scope.toLowerCase().replace(/[^a-z0-9_]/g, '_');
  return `${PREFIX}-index-${plain}-`;
}
