import { statSync } from 'node:fs';
import { BrctlError } from '../../../errors.ts';
import type { Database } from '../../../sqlite.ts';
import { CategoryTree } from '../../category-paths.ts';
import { documentNames } from '../../document-names.ts';
import type { CatalogRecord } from '../../effective-record.ts';
import type { IndexReport, RecordSource, SourceRecord } from '../../engine.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { openIndexFile, type Part, readParts, removePartsAfter } from '../snapshot/index-file.ts';
import { ranksBetween, writeAllRanks, writeRanks } from '../snapshot/ranks.ts';
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
 * Writes the changes since a version that the file holds as a further part, in one transaction and with work in proportion to
 * the changes. Readers of that version go on as before; what another run has written since is removed. Throws `engine.changes_unknown` when the source no longer knows them,
 * and `engine.rebuild_due` when the file has taken up so much that it should be built anew.
 */
export function updateIndex(
  source: RecordSource,
  file: string,
  from: number,
  signal?: AbortSignal,
): IndexReport {
  const started = performance.now();
  const db = openIndexFile(file, 'write');
  try {
    const parts = readParts(db, from);
    checkRoom(parts);
    const changes = source.changesSince(from);
    if (changes === null) throw changesUnknown(from);
    const added = [...changes.added].sort((a, b) => a.docid - b.docid);
    const counts = db.transaction(() =>
      applyChanges(db, source, parts, { removed: changes.removed, added }, signal),
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
function checkRoom(parts: readonly Part[]): void {
  if (parts.length >= MAX_PARTS) throw rebuildDue(`it consists of ${parts.length} parts`);
  const { first, rows } = lastOf(parts);
  const ordinals = first + rows;
  if (ordinals < MANY_DOCUMENTS) return;
  const removed = parts.reduce((sum, part) => sum + part.removed.length, 0);
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
  parts: readonly Part[],
  { removed, added }: Changes,
  signal: AbortSignal | undefined,
): { records: number; removed: number } {
  const vocabulary = new Vocabulary();
  const before = lastOf(parts);
  removePartsAfter(db, before);
  const ranks = ranksBetween(
    db,
    before.part,
    added.map(({ id }) => id),
  );
  const gone = findDocuments(db, parts, removed);
  uncount(vocabulary, source, gone.docids);
  signal?.throwIfAborted();
  const records = before.records - gone.docids.length + added.length;
  const first = before.first + before.rows;
  const writer = new PartWriter(db, before.part + 1, first, vocabulary, before.fields);
  const rowIds = addDocuments(writer, added);
  const part = writer.finish(source.version, records, gone.ordinals);
  if (ranks === null) writeAllRanks(db, [...parts, part]);
  else {
    const rowRanks = rowIds.map((id) => ranks.get(id) ?? 0);
    writeRanks(db, part.part, Float64Array.from(rowRanks));
  }
  vocabulary.save(db, part.part);
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
function findDocuments(
  db: Database,
  parts: readonly Part[],
  docids: readonly number[],
): { ordinals: Uint32Array; docids: number[] } {
  /** They ascend. */
  const all = new ColumnRows(db).readNumbers(COLUMN.docid, lastOf(parts).part);
  const gone = new Uint8Array(all.length);
  for (const { removed } of parts) for (const ordinal of removed) gone[ordinal] = 1;
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

/** An index file has at least the part of its full build. */
function lastOf(parts: readonly Part[]): Part {
  return parts.at(-1) as Part;
}
