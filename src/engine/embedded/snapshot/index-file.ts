import { BrctlError } from '../../../errors.ts';
import { type Database, openDatabase } from '../../../sqlite.ts';
import { SCHEMA_SQL, SCHEMA_VERSION } from './schema.ts';

/** What an index file says of itself. */
export interface IndexMeta {
  schema: number;
  /** Version of the catalog that the index answers from. */
  version: number;
  parts: number;
  /** Search documents ever written, removed ones too: the next ordinal. */
  ordinals: number;
  /** Records the index answers from. */
  records: number;
}

/** Creates a new index file; nothing is journalled, as a file that a crash leaves behind is thrown away. */
export function createIndexFile(file: string): Database {
  const db = openDatabase(file, {
    pragmas: {
      page_size: 8192,
      journal_mode: 'OFF',
      synchronous: 'OFF',
      cache_size: -65_536,
      temp_store: 'MEMORY',
    },
  });
  db.exec(SCHEMA_SQL);
  return db;
}

/** As long as readers of earlier versions allow it, the log is moved into the file when it has so many pages: not by every delta. */
const CHECKPOINT_PAGES = 8_000;

/** Opens an existing index file. Throws `engine.index_schema` when another version of brctl wrote it. */
export function openIndexFile(file: string, access: 'read' | 'write'): Database {
  const pragmas = {
    cache_size: -32_768,
    mmap_size: 2_147_483_648,
    synchronous: 'NORMAL',
    wal_autocheckpoint: CHECKPOINT_PAGES,
  };
  const db = openDatabase(file, { readOnly: access === 'read', pragmas });
  const schema = schemaOf(db);
  if (schema === SCHEMA_VERSION) return db;
  db.close();
  throw new BrctlError('The search index was written by another version of brctl', {
    kind: 'unexpected',
    code: 'engine.index_schema',
    file,
    why: `it has schema ${schema ?? 'none'}, this version reads ${SCHEMA_VERSION}`,
    hint: 'run an index job: it rebuilds the file',
  });
}

function schemaOf(db: Database): number | undefined {
  try {
    return readMeta(db).schema;
  } catch {
    return undefined;
  }
}

/** What the file says of itself. Throws the driver's error for a file that is not an index. */
export function readMeta(db: Database): IndexMeta {
  const rows = db.prepare<{ key: string; value: number }>('SELECT key, value FROM meta').all();
  const values = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const { schema = 0, version = 0, parts = 0, ordinals = 0, records = 0 } = values;
  return { schema, version, parts, ordinals, records };
}

/** Writes what the file says of itself, the reader's schema version with it. */
export function writeMeta(db: Database, meta: Omit<IndexMeta, 'schema'>): void {
  const save = db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  for (const [key, value] of Object.entries({ ...meta, schema: SCHEMA_VERSION })) save.run(key, value);
}
