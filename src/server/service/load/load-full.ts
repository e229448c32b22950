import { statSync } from 'node:fs';
import { removeDatabase } from '../../../base/files/database-files.ts';
import { syncFileAndName } from '../../../base/files/durability.ts';
import type { Database } from '../../../base/files/sqlite.ts';
import { singleLineBytes } from '../../../base/json/single-line.ts';
import type { Tape } from '../../../base/json/tape.ts';
import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { toOperation } from '../../../catalog/operations/operation-line.ts';
import type { ParsedOperation } from '../../../catalog/operations/parse-operation.ts';
import { createRecordsFile, markApplied, sealRecordsFile } from '../../store/records-file.ts';
import { hasLines, type LoadTask, type TaskOutcome } from '../jobs/job-task.ts';
import { EditedRecords } from './edited-records.ts';
import { type OperationTaker, takeOperations } from './take-operations.ts';

/**
 * A PUT: writes every record into a fresh file, which takes the old one's place when the main thread says so. Until
 * then nothing of it can be seen, and what was there before is untouched (spec: B).
 */
export async function loadFull(task: LoadTask, abort: AbortFlag): Promise<TaskOutcome> {
  removeDatabase(task.newFile);
  const database = createRecordsFile(task.newFile);
  try {
    const counts = await fill(database, task, abort);
    sealRecordsFile(database);
    if (task.durable) syncFileAndName(task.newFile);
    const endedBytes = bytesOf(task.currentFile);
    return { end: 'loaded', file: task.newFile, version: task.version, endedBytes, ...counts };
  } catch (error) {
    database.close();
    removeDatabase(task.newFile);
    throw error;
  }
}

async function fill(
  database: Database,
  task: LoadTask,
  abort: AbortFlag,
): Promise<{ records: number; operations: number; remark?: string }> {
  const writer = new FreshRecords(database, hasLines(task));
  database.exec('BEGIN');
  const { operations, remark } = await takeOperations(task, abort, writer);
  writer.finish();
  const { records } = writer;
  markApplied(database, { version: task.version, jobId: task.jobId, lastDocid: records, records });
  database.exec('COMMIT');
  return { records, operations, ...(remark !== undefined && { remark }) };
}

/** Text of records that are changed once more within a PUT: so much of it is held before it is written. */
const MAX_HELD_CHARACTERS = 64 * 1024 * 1024;

/** The records of a PUT in the making. Nobody reads them yet, so a record that comes twice is changed in place. */
class FreshRecords implements OperationTaker {
  records = 0;
  readonly #hasLines: boolean;
  readonly #addHead;
  readonly #addVersion;
  readonly #findDocid;
  readonly #findJson;
  readonly #replace;
  readonly #edited = new EditedRecords({
    read: (id) => this.#read(id),
    write: ({ id, json }) => this.#replace.run(json ?? '', this.#docidOf(id) ?? 0),
    maxHeld: MAX_HELD_CHARACTERS,
  });

  constructor(database: Database, hasLines: boolean) {
    this.#hasLines = hasLines;
    this.#addHead = database.prepare('INSERT INTO head(id, docid) VALUES (?, ?) ON CONFLICT(id) DO NOTHING');
    this.#addVersion = database.prepare(
      'INSERT INTO record_version(docid, id, json, line) VALUES (?, ?, ?, ?)',
    );
    this.#findDocid = database.prepare<{ docid: number }>('SELECT docid FROM head WHERE id = ?');
    this.#findJson = database.prepare<{ json: string }>(
      'SELECT CAST(json AS TEXT) AS json FROM record_version WHERE docid = ?',
    );
    this.#replace = database.prepare('UPDATE record_version SET json = ? WHERE docid = ?');
  }

  /**
   * Whole records are the rule, and their bytes go into the store as they came; an operation inside a record added
   * earlier is taken too (rec: public-facts B5, PUT rules).
   */
  take(tape: Tape, parsed: ParsedOperation, line: number): void {
    const { target, valueNode } = parsed;
    const isWhole = target.segments.length === 0 && valueNode !== undefined;
    if (isWhole && this.addNew(target.id, recordBytes(tape, valueNode), line)) return;
    this.#edited.apply(toOperation(tape, parsed, line));
  }

  /** False for a record that there is already. */
  addNew(id: string, record: Uint8Array, line: number): boolean {
    if (this.#addHead.run(id, this.records + 1).changes === 0) return false;
    this.#addVersion.run(++this.records, id, singleLineBytes(record), this.#hasLines ? line : null);
    return true;
  }

  /** Writes what is still to be written. */
  finish(): void {
    this.#edited.flush();
  }

  #docidOf(id: string): number | undefined {
    return this.#findDocid.get(id)?.docid;
  }

  #read(id: string): string | undefined {
    const docid = this.#docidOf(id);
    return docid === undefined ? undefined : this.#findJson.get(docid)?.json;
  }
}

/** What a records file takes; 0 where there is none. */
function bytesOf(file: string | null): number {
  return file === null ? 0 : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);
}

function recordBytes(tape: Tape, node: number): Uint8Array {
  return tape.bytes.subarray(tape.startOf(node), tape.endOf(node));
}
