import { type CategoryNode, readCategory } from '../../../src/engine/category-paths.ts';
import { type Column, forEachCodeOfRow } from '../../../src/engine/embedded/columns/column.ts';
import { openIndexFile } from '../../../src/engine/embedded/snapshot/index-file.ts';
import { COLUMN } from '../../../src/engine/embedded/snapshot/schema.ts';
import { Snapshot } from '../../../src/engine/embedded/snapshot/snapshot.ts';
import type { Scalar } from '../../../src/engine/field-values.ts';
import type { StorePlace } from '../../../src/engine/store-places.ts';

/** What an index file has of a document. */
export interface StoredDocument {
  available: boolean;
  view: string | null;
  views: string[];
  fields: Record<string, Scalar[]>;
  variants: Record<string, Scalar[]>[];
  categories: CategoryNode[];
  stores: StorePlace[];
  titleWords: number;
  otherLength: number;
  urlHash: number;
}

/** Reads every document of an index file, and which fields are lists. */
export function readBack(file: string): { documents: StoredDocument[]; snapshot: Snapshot } {
  const db = openIndexFile(file, 'read');
  const snapshot = new Snapshot(db, 1);
  const documents = Array.from({ length: snapshot.ordinals }, (_, ordinal) => documentAt(snapshot, ordinal));
  db.close();
  return { documents, snapshot };
}

function documentAt(snapshot: Snapshot, ordinal: number): StoredDocument {
  const texts = (name: string) => valuesAt(snapshot.column(name), ordinal).map(String);
  const { from, to } = snapshot.variantRange(ordinal);
  const end = snapshot.endsOf(COLUMN.storeCounts)[ordinal] ?? 0;
  const count = snapshot.integers(COLUMN.storeCounts)[ordinal] ?? 0;
  const places = [...snapshot.doubles(COLUMN.stores).slice((end - count) * 2, end * 2)];
  return {
    available: snapshot.integers(COLUMN.available)[ordinal] === 1,
    view: texts(COLUMN.view)[0] ?? null,
    views: texts(COLUMN.views),
    fields: fieldsAt(snapshot, 'p:', ordinal),
    variants: Array.from({ length: to - from }, (_, at) => fieldsAt(snapshot, 'v:', from + at)),
    categories: texts(COLUMN.category).map(readCategory),
    stores: places.flatMap((lat, at) => (at % 2 === 0 ? [{ lat, lon: places[at + 1] ?? 0 }] : [])),
    titleWords: snapshot.integers(COLUMN.titleWords)[ordinal] ?? 0,
    otherLength: snapshot.integers(COLUMN.otherLength)[ordinal] ?? 0,
    urlHash: snapshot.integers(COLUMN.urlHash)[ordinal] ?? 0,
  };
}

function fieldsAt(snapshot: Snapshot, prefix: string, row: number): Record<string, Scalar[]> {
  const fields: [string, Scalar[]][] = [];
  for (const name of snapshot.fields.keys()) {
    if (!name.startsWith(prefix)) continue;
    const values = valuesAt(snapshot.column(name), row);
    if (values.length > 0) fields.push([name.slice(prefix.length), values]);
  }
  return Object.fromEntries(fields);
}

function valuesAt(column: Column | null, row: number): Scalar[] {
  const values: Scalar[] = [];
  if (column === null) return values;
  forEachCodeOfRow(column, row, (code) => values.push(column.dictionary[code - 1] ?? ''));
  return values;
}
