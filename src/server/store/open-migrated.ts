import { BrctlError, getMessage } from '../../base/errors.ts';
import { type Database, type OpenOptions, openDatabase } from '../../base/files/sqlite.ts';

/** Schema of a kind of database file, and the migrations to it. */
export interface Schema {
  /** Content of the file, for messages: `catalog records`. */
  holds: string;
  /** How to go on where such a file is damaged or gone; a sentence, or a command to paste. */
  remedy(file: string): string;
  /** Step `n` turns version `n` into `n + 1`; step 0 fills an empty file. Released steps never change. */
  steps: readonly string[];
}

/**
 * Opens a database file and brings it to the current schema, whole or not at all; `user_version` has its version.
 * @throws BrctlError `config`: `store.newer_schema`, `store.damaged`
 */
export function openMigrated(file: string, schema: Schema, options: OpenOptions = {}): Database {
  try {
    return open(file, schema, options);
  } catch (error) {
    throw isCorruption(error) ? corruptFileError(file, schema, getMessage(error)) : error;
  }
}

/** SQLite's codes of a damaged file, or one that is not a database: CORRUPT and NOTADB. */
export function isCorruption(thrown: unknown): boolean {
  const { sqliteCode } = thrown as { sqliteCode?: unknown };
  return typeof sqliteCode === 'number' && [11, 26].includes(sqliteCode & 0xff);
}

/** The error of a file that cannot be read, with what is lost by it and how to go on. */
export function corruptFileError(file: string, schema: Schema, why: string): BrctlError {
  return new BrctlError(`the ${schema.holds} in ${file} are lost`, {
    kind: 'config',
    code: 'store.damaged',
    why,
    hint: schema.remedy(file),
  });
}

function open(file: string, schema: Schema, options: OpenOptions): Database {
  const database = openDatabase(file, options);
  try {
    const version = readSchemaVersion(database);
    if (version > schema.steps.length) throw newerSchemaError(file, schema, version);
    if (version < schema.steps.length && !options.readOnly) migrate(database, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The version of the schema that a database file has; 0 for an empty one. */
export function readSchemaVersion(database: Database): number {
  return database.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
}

function migrate(database: Database, schema: Schema): void {
  database.transaction(() => {
    // Read again: another thread may have migrated the file meanwhile.
    for (const step of schema.steps.slice(readSchemaVersion(database))) database.exec(step);
    database.exec(`PRAGMA user_version = ${schema.steps.length}`);
  });
}

function newerSchemaError(file: string, schema: Schema, version: number): BrctlError {
  return new BrctlError(`the ${schema.holds} in ${file} were written by a newer brctl`, {
    kind: 'config',
    code: 'store.newer_schema',
    why: `they have schema version ${version}, this brctl knows versions up to ${schema.steps.length}`,
    hint: 'update brctl, or start with another folder: brctl serve --data <dir>',
  });
}
