import { BrctlError } from '../../../base/errors.ts';
import { type Database, openDatabase } from '../../../base/files/sqlite.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';
import { copyToBuffer, toBytes } from '../columns/column-rows.ts';
import { SCHEMA_SQL, SCHEMA_VERSION } from './schema.ts';

export interface Part {
  part: number;
  /** Version of the catalog that this part and those before it make. */
  version: number;
  /** Its documents have the ordinals from `first` on. */
  first: number;
  rows: number;
  records: number;
  /** Ordinals of earlier parts' documents that the version no longer has. */
  removed: Uint32Array;
  fields: FieldCatalog;
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
  db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  return db;
}

/** Opens an existing index file. Throws `engine.index_schema` when another version of brctl wrote it. */
export function openIndexFile(file: string, access: 'read' | 'write'): Database {
  const pragmas = { cache_size: -32_768, mmap_size: 2_147_483_648, synchronous: 'NORMAL' };
  const db = openDatabase(file, { readOnly: access === 'read', pragmas });
  const schema = db.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version;
  if (schema === SCHEMA_VERSION) return db;
  db.close();
  throw new BrctlError('the search index was written by another version of brctl', {
    kind: 'unexpected',
    code: 'engine.index_schema',
    file,
    why: `it has schema ${schema || 'none'}, this version reads ${SCHEMA_VERSION}`,
    hint: 'run an index job: it rebuilds the file',
  });
}

const COLUMNS = 'part, version, first, rows, records, removed, fields';

interface PartRow extends Omit<Part, 'removed' | 'fields'> {
  removed: Uint8Array;
  fields: string;
}

/**
 * The parts that make a version, in order; there is at least one.
 *
 * @throws BrctlError `engine.version_missing` for a version that no part makes
 */
export function readParts(db: Database, version: number): Part[] {
  const select = db.prepare<PartRow>(`SELECT ${COLUMNS} FROM part WHERE version <= ? ORDER BY part`);
  const rows = select.all(version);
  if (rows.at(-1)?.version !== version)
    throw new BrctlError('the search index does not hold the published version', {
      kind: 'unexpected',
      code: 'engine.version_missing',
      why: `it has no part for version ${version}`,
      hint: 'run an index job: it rebuilds the file',
    });
  const last = rows.length - 1;
  return rows.map((row, at) => ({
    ...row,
    removed: new Uint32Array(copyToBuffer(row.removed)),
    fields: at === last ? (JSON.parse(row.fields) as FieldCatalog) : [],
  }));
}

/** Adds a part; from then on the file holds its version. */
export function writePart(db: Database, part: Part): void {
  const { part: number, version, first, rows, records, removed, fields } = part;
  const insert = db.prepare(`INSERT INTO part(${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
  insert.run(number, version, first, rows, records, toBytes(removed), JSON.stringify(fields));
}

/** Removes what index runs have written behind a part without its ever being published. */
export function removePartsAfter(db: Database, { part, first, rows }: Part): void {
  const later = db.prepare<{ part: number }>('SELECT part FROM part WHERE part > ? LIMIT 1').get(part);
  if (later === undefined) return;
  for (const table of ['part', 'col', 'term', 'phrase'])
    db.prepare(`DELETE FROM ${table} WHERE part > ?`).run(part);
  db.prepare('DELETE FROM doc WHERE ordinal >= ?').run(first + rows);
  for (const table of ['segment', 'posting'])
    db.prepare(`DELETE FROM ${table} WHERE first >= ?`).run(first + rows);
}
