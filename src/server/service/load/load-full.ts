import { statSync } from 'node:fs';
import { removeDatabase } from '../../../base/files/database-files.ts';
import { syncFileAndName } from '../../../base/files/durability.ts';
import type { Database } from '../../../base/files/sqlite.ts';
import { toSingleLineBytes } from '../../../base/json/single-line.ts';
import type { Tape } from '../../../base/json/tape.ts';
import type { AbortFlag } from '../../../base/process/abort-flag.ts';
import { toOperation } from '../../../catalog/operations/operation-line.ts';
import type { ParsedOperation } from '../../../catalog/operations/parse-operation.ts';
import { findMissingAttributes } from '../../../catalog/rules/check-value.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { createIncompleteWriter } from '../../store/incomplete-products.ts';
import { createRecordsFile, markApplied, sealRecordsFile } from '../../store/records-file.ts';
import { describeIncomplete, joinRemarks } from '../jobs/job-stats.ts';
import { hasLines, type LoadTask, type TaskOutcome } from '../jobs/job-task.ts';
import { type OperationSink, readLoadOperations } from './read-load-operations.ts';
import { RecordWriteBuffer } from './record-write-buffer.ts';

/** A PUT: every record goes into a fresh file, which takes the old one's place when the main thread says so (spec: B). */
export async function loadFull(task: LoadTask, abort: AbortFlag): Promise<TaskOutcome> {
  removeDatabase(task.newFile);
  const database = createRecordsFile(task.newFile);
  try {
    const counts = await fill(database, task, abort);
    sealRecordsFile(database);
    if (task.durable) syncFileAndName(task.newFile);
    const current = task.currentFile && statSync(task.currentFile, { throwIfNoEntry: false });
    const endedBytes = current ? current.size : 0;
    return { end: 'loaded', file: task.newFile, version: task.version, endedBytes, ...counts };
  } catch (error) {
    database.close();
    removeDatabase(task.newFile);
    throw error;
  }
}

async function fill(database: Database, task: LoadTask, abort: AbortFlag) {
  const writer = new FreshRecords(database, task);
  database.exec('BEGIN');
  const { operations, remarks } = await readLoadOperations(task, abort, writer);
  writer.finish();
  const { records } = writer;
  markApplied(database, { version: task.version, jobId: task.jobId, lastDocid: records, records });
  database.exec('COMMIT');
  return { records, operations, ...joinRemarks(remarks, describeIncomplete(database)) };
}

/** Text of records that are changed once more within a PUT: so much of it is held before it is written. */
const MAX_HELD_CHARACTERS = 64 * 1024 * 1024;

/** The records of a PUT in the making. Nobody reads them yet, so a record that comes twice is changed in place. */
class FreshRecords implements OperationSink {
  records = 0;
  readonly #hasLines: boolean;
  readonly #family: RecordFamily;
  readonly #addHead;
  readonly #addVersion;
  readonly #findDocid;
  readonly #findJson;
  readonly #replace;
  readonly #incomplete;
  readonly #edited = new RecordWriteBuffer({
    read: (id) => this.#read(id),
    write: ({ id, json = '' }) => {
      const docid = this.#findDocidOf(id) ?? 0;
      this.#replace.run(json, docid);
      this.#incomplete.change(docid, findMissingAttributes(json, this.#family));
    },
    maxBufferedChars: MAX_HELD_CHARACTERS,
  });

  constructor(database: Database, task: LoadTask) {
    this.#hasLines = hasLines(task);
    this.#family = task.family;
    this.#incomplete = createIncompleteWriter(database);
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

  /** Records go into the store as they came; an operation inside one added earlier is taken too (rec: public-facts B5). */
  take(tape: Tape, parsed: ParsedOperation, line: number, lacks: number): void {
    const { target, valueNode } = parsed;
    const isWhole = target.segments.length === 0 && valueNode !== undefined;
    if (isWhole && this.addNew(target.id, getRecordBytes(tape, valueNode), line)) {
      this.#incomplete.note(this.records, lacks);
      return;
    }
    this.#edited.apply(toOperation(tape, parsed, line));
  }

  /** False for a record that there is already. */
  addNew(id: string, record: Uint8Array, line: number): boolean {
    if (this.#addHead.run(id, this.records + 1).changes === 0) return false;
    this.#addVersion.run(++this.records, id, toSingleLineBytes(record), this.#hasLines ? line : null);
    return true;
  }

  finish(): void {
    this.#edited.flush();
  }

  #findDocidOf(id: string): number | undefined {
    return this.#findDocid.get(id)?.docid;
  }

  #read(id: string): string | undefined {
    const docid = this.#findDocidOf(id);
    return docid === undefined ? undefined : this.#findJson.get(docid)?.json;
  }
}

function getRecordBytes(tape: Tape, node: number): Uint8Array {
  return tape.bytes.subarray(tape.startOf(node), tape.endOf(node));
}
