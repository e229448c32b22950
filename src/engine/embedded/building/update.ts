import { statSync } from 'node:fs';
import { BrctlError } from '../../../errors.ts';
import type { Database } from '../../../sqlite.ts';
import { CategoryTree } from '../../category-paths.ts';
import { documentNames } from '../../document-names.ts';
import type { CatalogRecord } from '../../effective-record.ts';
import type { IndexReport, RecordSource, SearchSettings, SourceRecord } from '../../engine.ts';
import { ColumnRows, ownBuffer } from '../columns/column-rows.ts';
import { type IndexMeta, openIndexFile, readMeta, writeMeta } from '../snapshot/index-file.ts';
import { ranksBetween, writeAllRanks } from '../snapshot/ranks.ts';
import { COLUMN } from '../snapshot/schema.ts';
import { PartWriter } from './part-writer.ts';
import { Vocabulary } from './vocabulary.ts';

/** Beyond this share of changed records a full build is cheaper (measured: docs/search-engine.md). */
const MAX_DELTA_SHARE = 0.2;

/** Each delta adds a part, and each part costs a little when columns are read. */
const MAX_PARTS = 200;

/** Removed documents keep their room and are passed over by every query; in small files that does not matter. */
const MAX_REMOVED_SHARE = 0.5;
const MANY_DOCUMENTS = 10_000;

/** Whether an index run should take up changes in place or build anew. `changed` counts added and removed versions. */
export function chooseIndexMode(changed: number, total: number): 'full' | 'delta' {
  return total > 0 && changed <= Math.max(total * MAX_DELTA_SHARE, 1) ? 'delta' : 'full';
}

/**
 * Takes the changes since the indexed version into the current file, in one transaction and with work in proportion to
 * the changes; readers see all of it or nothing. Throws `engine.changes_unknown` when the source no longer knows them,
 * and `engine.rebuild_due` when the file has taken up so much that it should be built anew.
 */
export function updateIndex(
  source: RecordSource,
  file: string,
  _settings: SearchSettings,
  signal?: AbortSignal,
): IndexReport {
  const started = performance.now();
  const db = openIndexFile(file, 'write');
  try {
    const meta = readMeta(db);
    checkRoom(db, meta);
    const changes = source.changesSince(meta.version);
    if (changes === null) throw changesUnknown(meta.version);
    const added = [...changes.added].sort((a, b) => a.docid - b.docid);
    const counts = db.transaction(() =>
      applyChanges(db, source, meta, { removed: changes.removed, added }, signal),
    );
    const unchanged = counts.removed === 0 && added.length === 0;
    return {
      mode: unchanged ? 'unchanged' : 'delta',
      version: source.version,
      documents: counts.records,
      added: added.length,
      removed: counts.removed,
      ms: performance.now() - started,
      bytes: statSync(file).size,
    };
  } finally {
    db.close();
  }
}

function changesUnknown(version: number): BrctlError {
  return new BrctlError('The changes since the published index are no longer known', {
    kind: 'unexpected',
    code: 'engine.changes_unknown',
    why: `the index answers from version ${version} of the catalog`,
    hint: 'rebuild the index',
  });
}

/** Throws `engine.rebuild_due` when the file should be built anew rather than grow. */
function checkRoom(db: Database, { parts, ordinals }: IndexMeta): void {
  if (parts >= MAX_PARTS) throw rebuildDue(`it consists of ${parts} parts`);
  if (ordinals < MANY_DOCUMENTS) return;
  const bytes = db.prepare<{ bytes: number }>('SELECT sum(length(removed)) AS bytes FROM part').get()?.bytes;
  const removed = (bytes ?? 0) / Uint32Array.BYTES_PER_ELEMENT;
  if (removed > ordinals * MAX_REMOVED_SHARE) {
    throw rebuildDue(`${removed} of the ${ordinals} documents in it have been removed or replaced`);
  }
}

function rebuildDue(why: string): BrctlError {
  return new BrctlError('The search index has taken up as many deltas as it can hold', {
    kind: 'unexpected',
    code: 'engine.rebuild_due',
    why,
    hint: 'rebuild the index',
  });
}

interface Changes {
  removed: readonly number[];
  added: readonly SourceRecord[];
}

function applyChanges(
  db: Database,
  source: RecordSource,
  meta: IndexMeta,
  { removed, added }: Changes,
  signal: AbortSignal | undefined,
): { records: number; removed: number } {
  const vocabulary = new Vocabulary();
  const ranks = ranksBetween(
    db,
    added.map(({ id }) => id),
  );
  const gone = findDocuments(db, removed);
  uncount(vocabulary, source, gone.docids);
  signal?.throwIfAborted();
  const part = new PartWriter(db, meta.parts, meta.ordinals, vocabulary);
  const rowIds = addDocuments(part, added);
  part.finish(gone.ordinals);
  const rowRanks = ranks && rowIds.map((id) => ranks.get(id) ?? 0);
  saveRanks(db, meta.parts, meta.ordinals + part.rows, rowRanks);
  vocabulary.save(db);
  const records = meta.records - gone.docids.length + added.length;
  writeMeta(db, {
    version: source.version,
    parts: meta.parts + 1,
    ordinals: meta.ordinals + part.rows,
    records,
  });
  return { records, removed: gone.docids.length };
}

/** Adds every search document of the records; the ids, one a document. */
function addDocuments(part: PartWriter, added: readonly SourceRecord[]): string[] {
  const ids: string[] = [];
  for (const record of added) {
    part.add(record);
    while (ids.length < part.rows) ids.push(record.id);
  }
  return ids;
}

/**
 * The documents of record versions that are removed, ascending, and which of the versions have any. Their rows, their
 * columns and their places in posting lists stay, unused, until a full build.
 */
function findDocuments(db: Database, docids: readonly number[]): { ordinals: Uint32Array; docids: number[] } {
  /** They ascend. */
  const all = new ColumnRows(db).readNumbers(COLUMN.docid);
  const gone = new Uint8Array(all.length);
  for (const { removed } of db.prepare<{ removed: Uint8Array }>('SELECT removed FROM part').all()) {
    for (const ordinal of new Uint32Array(ownBuffer(removed))) gone[ordinal] = 1;
  }
  const present: number[] = [];
  const ordinals: number[] = [];
  for (const docid of docids) {
    const before = ordinals.length;
    for (let ordinal = placeOf(all, docid); all[ordinal] === docid; ordinal++) {
      if (gone[ordinal] === 0) ordinals.push(ordinal);
    }
    if (ordinals.length > before) present.push(docid);
  }
  return { ordinals: Uint32Array.from(ordinals).sort(), docids: present };
}

/** Where a number stands in a list that ascends, or would stand. */
function placeOf(ascending: Float64Array, number: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts the words of removed record versions out; a version that is gone from the store stays counted. */
function uncount(vocabulary: Vocabulary, source: RecordSource, docids: readonly number[]): void {
  const tree = new CategoryTree();
  for (const json of source.get(docids)) {
    if (json === undefined) continue;
    const record = JSON.parse(json) as CatalogRecord;
    for (const view of [null, ...Object.keys(record.views ?? {})]) {
      vocabulary.remove(documentNames(record, view, tree));
    }
  }
}

/** Writes the new documents' ranks, or every document's when there was no room for the new ones (`ranks` null). */
function saveRanks(db: Database, part: number, ordinals: number, ranks: number[] | null): void {
  if (ranks === null) {
    db.prepare('DELETE FROM col WHERE name = ?').run(COLUMN.rank);
    writeAllRanks(db, ordinals);
  } else if (ranks.length > 0) {
    const values = Float64Array.from(ranks);
    new ColumnRows(db).write(COLUMN.rank, part, { kind: 'number', ends: null, values });
  }
}
