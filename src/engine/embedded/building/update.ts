import type { Database } from '../../../base/files/sqlite.ts';
import type { RecordChange, RecordTexts, SourceRecord } from '../../engine.ts';
import { RecordInView } from '../../indexing/record-in-view.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import { openIndexFile, type Part, readParts, removePartsAfter } from '../snapshot/index-file.ts';
import { assignRanks, writeAllRanks, writeRanks } from '../snapshot/ranks.ts';
import { NameCounter } from './name-counter.ts';
import { PartWriter, rebuildDue } from './part-writer.ts';
import { Vocabulary } from './vocabulary.ts';

/** Each delta adds a part, and each part costs a little when columns are read. */
const MAX_PARTS = 200;

/** Removed documents keep their room and are passed over by every query; in small files that does not matter. */
const MAX_REMOVED_SHARE = 0.5;
const MANY_DOCUMENTS = 10_000;

export interface IndexChanges {
  /** Version of the catalog that they make. */
  version: number;
  /** Each record once. */
  changes: readonly RecordChange[];
  languages?: LanguageSettings | undefined;
}

/**
 * Writes the changes since a version that the file holds as a further part, in one transaction and with work in proportion to
 * the changes. Readers of that version go on as before; what another run has written since is removed. Throws
 * `engine.rebuild_due` when the file should be built anew: it has taken up too much, or a field has another type now. Of the
 * version itself, nothing is written then.
 *
 * @param texts the records' earlier versions, too
 */
export function updateIndex(
  file: string,
  from: number,
  update: IndexChanges,
  texts: Pick<RecordTexts, 'get'>,
): Part {
  const db = openIndexFile(file, 'write');
  try {
    const parts = readParts(db, from);
    if (update.version === from) return getLast(parts);
    checkRebuildDue(parts);
    return db.transaction(() => applyChanges(db, parts, update, texts));
  } finally {
    db.close();
  }
}

/** Throws `engine.rebuild_due` when the file should be built anew rather than grow. */
function checkRebuildDue(parts: readonly Part[]): void {
  if (parts.length >= MAX_PARTS) throw rebuildDue(`it consists of ${parts.length} parts`);
  const { first, rows } = getLast(parts);
  const ordinals = first + rows;
  if (ordinals < MANY_DOCUMENTS) return;
  const removed = parts.reduce((sum, part) => sum + part.removed.length, 0);
  if (removed > ordinals * MAX_REMOVED_SHARE)
    throw rebuildDue(`${removed} of the ${ordinals} documents in it have been removed or replaced`);
}

function applyChanges(
  db: Database,
  parts: readonly Part[],
  { version, changes, languages }: IndexChanges,
  texts: Pick<RecordTexts, 'get'>,
): Part {
  const vocabulary = new Vocabulary();
  const before = getLast(parts);
  removePartsAfter(db, before);
  const added = changes.filter((change) => change.json !== null).sort((a, b) => a.docid - b.docid);
  const addedIds = added.map(({ id }) => id);
  const ranks = assignRanks(db, before.part, addedIds);
  const gone = findDocuments(db, parts, changes);
  uncount(vocabulary, texts, gone.docids);
  const records = before.records - gone.docids.length + added.length;
  const first = before.first + before.rows;
  const writer = new PartWriter(db, before.part + 1, first, vocabulary, before.fields, languages);
  const rowIds = addDocuments(writer, added);
  const part = writer.finish(version, records, gone.ordinals);
  if (ranks === null) writeAllRanks(db, [...parts, part]);
  else {
    const rowRanks = rowIds.map((id) => ranks.get(id) ?? 0);
    writeRanks(db, part.part, Float64Array.from(rowRanks));
  }
  vocabulary.save(db, part.part);
  return part;
}

function addDocuments(part: PartWriter, added: readonly SourceRecord[]): string[] {
  const ids: string[] = [];
  for (const record of added) {
    part.add(record);
    while (ids.length < part.rows) ids.push(record.id);
  }
  return ids;
}

/**
 * The living documents of records, ascending, and the record versions that they are of. Their rows, their columns and their
 * places in posting lists stay, unused, until a full build.
 */
function findDocuments(db: Database, parts: readonly Part[], changes: readonly RecordChange[]) {
  const { first, rows } = getLast(parts);
  const gone = new Uint8Array(first + rows);
  for (const { removed } of parts) for (const ordinal of removed) gone[ordinal] = 1;
  const find = db.prepare<{ ordinal: number; docid: number }>('SELECT ordinal, docid FROM doc WHERE id = ?');
  const living = changes.flatMap(({ id }) => find.all(id).filter(({ ordinal }) => gone[ordinal] === 0));
  return {
    ordinals: Uint32Array.from(living, ({ ordinal }) => ordinal).sort(),
    docids: [...new Set(living.map(({ docid }) => docid))],
  };
}

/** Counts the words of removed record versions out; a version that is gone from the store stays counted. */
function uncount(vocabulary: Vocabulary, texts: Pick<RecordTexts, 'get'>, docids: readonly number[]): void {
  const shown = new RecordInView();
  const names = new NameCounter(shown.values, vocabulary);
  for (const json of texts.get(docids)) {
    if (json === undefined) continue;
    shown.read(json);
    for (const view of [null, ...shown.views]) {
      shown.showNames(view);
      names.count(shown.texts, -1);
    }
  }
  names.endSegment(shown.words.table);
  names.finish();
}

/** An index file has at least the part of its full build. */
function getLast(parts: readonly Part[]): Part {
  return parts.at(-1) as Part;
}
