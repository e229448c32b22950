import { closeSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import type { Database } from '../../sqlite.ts';
import { DocumentMaker } from '../document.ts';
import type { IndexReport, RecordSource, SearchSettings } from '../engine.ts';
import { HeavyWords } from './heavy-words.ts';
import { createIndexFile, writeMeta } from './index-file.ts';
import { PartWriter } from './part-writer.ts';
import { writeAllRanks } from './ranks.ts';
import { INDEX_SQL } from './schema.ts';
import { recordDocuments } from './source-documents.ts';
import { Vocabulary } from './vocabulary.ts';

/** Records between two looks at the abort signal. */
const CHECK_EVERY = 256;

/**
 * Builds the index of a catalog version into a new file and makes it durable; the caller publishes it then. Holds the
 * columns of the whole catalog in memory while it runs. When it throws or is aborted no file is left.
 */
export function buildIndex(
  source: RecordSource,
  file: string,
  _settings: SearchSettings,
  signal?: AbortSignal,
): IndexReport {
  const started = performance.now();
  removeIndexFile(file);
  const db = createIndexFile(file);
  let records = 0;
  try {
    records = db.transaction(() => writeAll(db, source, signal));
    db.exec('PRAGMA journal_mode = WAL');
    db.close();
    syncFile(file);
  } catch (error) {
    db.close();
    removeIndexFile(file);
    throw error;
  }
  return {
    mode: 'full',
    version: source.version,
    documents: records,
    added: records,
    removed: 0,
    ms: performance.now() - started,
    bytes: statSync(file).size,
  };
}

/** With a larger buffer FTS5 writes fewer segments, and the final merge costs a third (measured). */
const BUILD_BUFFER_BYTES = 8 * 1024 * 1024;
const UPDATE_BUFFER_BYTES = 1024 * 1024;
/**
 * The build merges once, at its end. A delta adds a segment to each table and merges nothing: FTS5 would take the large
 * segment of the build with it, and one delta in a few would take seconds.
 */
const NO_MERGES = { automerge: 0, crisismerge: 1_999 };

function setTextOptions(db: Database, options: Readonly<Record<string, number>>): void {
  for (const table of ['fts', 'long_fts']) {
    const set = db.prepare(`INSERT INTO ${table}(${table}, rank) VALUES(?, ?)`);
    for (const [name, value] of Object.entries(options)) set.run(name, value);
  }
}

function writeAll(db: Database, source: RecordSource, signal: AbortSignal | undefined): number {
  setTextOptions(db, { ...NO_MERGES, hashsize: BUILD_BUFFER_BYTES });
  const vocabulary = new Vocabulary();
  const heavyWords = new HeavyWords();
  const maker = new DocumentMaker();
  const part = new PartWriter(db, 0, 0, vocabulary);
  const insertDoc = db.prepare('INSERT INTO doc(ordinal, docid, id) VALUES (?, ?, ?)');
  let records = 0;
  for (const record of source.all()) {
    if (records++ % CHECK_EVERY === 0) signal?.throwIfAborted();
    for (const { view, views, document } of recordDocuments(record, maker)) {
      insertDoc.run(part.rows, record.docid, record.id);
      part.add(record.docid, view, views, document);
      heavyWords.look(document);
    }
  }
  part.finish(new Uint32Array());
  db.exec(INDEX_SQL);
  writeAllRanks(db, part.rows);
  vocabulary.save(db);
  db.exec("INSERT INTO fts(fts) VALUES('optimize'); INSERT INTO long_fts(long_fts) VALUES('optimize')");
  heavyWords.save(db);
  setTextOptions(db, { hashsize: UPDATE_BUFFER_BYTES });
  writeMeta(db, { version: source.version, parts: 1, ordinals: part.rows, records });
  return records;
}

/** Removes an index file and what SQLite keeps beside it. */
function removeIndexFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
