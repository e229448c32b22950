import { arrayOf, COUNT, exactly, oneOf, orNull, TEXT } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../route.ts';
import { JOB_TYPE, TIME } from './control-schemas.ts';

/** A version of a catalog by what made it; members are null where that is not known, or no call did. */
const MAKER: Record<string, JsonSchema> = {
  version: COUNT,
  type: orNull(JOB_TYPE),
  job_id: orNull(TEXT),
  request_id: orNull(TEXT),
  source: orNull({ ...TEXT, description: 'The SFTP file that was loaded' }),
  applied_at: orNull(TIME),
};

const LINE = orNull({ ...COUNT, description: 'Line of the load' });
const RECORD = { type: 'object', description: 'The record as it came' };
const SOME_COUNT = orNull({ ...COUNT, description: 'Null where nobody has counted' });

export const RECORD_STATE = exactly({
  schema: { const: 'brctl.record/1' },
  catalog: TEXT,
  id: TEXT,
  version: COUNT,
  record: RECORD,
  written: { ...exactly({ ...MAKER, line: LINE }), description: 'The load that it is from' },
  published: orNull(exactly({ version: COUNT, record: orNull(RECORD) })),
});

export const RECORD_HISTORY = exactly({
  schema: { const: 'brctl.record-history/1' },
  catalog: TEXT,
  id: TEXT,
  complete: { type: 'boolean', description: 'Nothing came before these changes' },
  changes: arrayOf(
    exactly({
      kind: {
        ...oneOf('added', 'changed', 'removed', 'present'),
        description: 'present: it was so in the oldest version that is kept',
      },
      ...MAKER,
      line: LINE,
      operations: arrayOf({ type: 'object' }),
    }),
  ),
});

export const CATALOG_VERSIONS = exactly({
  schema: { const: 'brctl.catalog-versions/1' },
  catalog: TEXT,
  published_version: orNull(COUNT),
  oldest_version: COUNT,
  finds_unavailable: { type: 'boolean', description: 'Searches find products whose availability is false' },
  versions: arrayOf(
    exactly({
      ...MAKER,
      records: COUNT,
      added: SOME_COUNT,
      changed: SOME_COUNT,
      removed: SOME_COUNT,
      guards: {
        ...orNull(exactly({ passed: COUNT, allowed: COUNT, unknown: COUNT })),
        description: 'Guards of the client by what they said of its load; null where nobody has told',
      },
    }),
  ),
});

const SOME_IDS = exactly({ count: COUNT, ids: { ...arrayOf(TEXT), description: 'The first of them' } });

export const VERSION_DIFFERENCE = exactly({
  schema: { const: 'brctl.version-difference/1' },
  catalog: TEXT,
  from: COUNT,
  to: COUNT,
  added: SOME_IDS,
  changed: SOME_IDS,
  removed: SOME_IDS,
});
