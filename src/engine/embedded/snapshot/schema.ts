/** Raised whenever a file written before can no longer be read; such a file is rebuilt, never migrated. */
export const SCHEMA_VERSION = 6;

/** The fields of the text index that keep where words stand; the description, which has most words, does not. */
export const SHORT_FIELDS = ['title', 'brand', 'categories', 'keywords', 'other'] as const;

/**
 * One index file. `part` rows are appended by index runs: the full build writes part 0, each delta another one, which
 * holds the new documents' columns and the ordinals that it removed. Ordinals count search documents from 0 and are
 * never reused; the `doc` rows of removed documents stay, as taking them out would change most of the table's pages. A record has one search document for its base and one per view. The text index is a run of segments,
 * each the posting lists of the documents from ordinal `first` to the next segment's (`posting-blocks.ts`).
 */
export const SCHEMA_SQL = `
  CREATE TABLE meta(key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE TABLE part(part INTEGER PRIMARY KEY, first INTEGER NOT NULL, rows INTEGER NOT NULL, removed BLOB NOT NULL) STRICT;
  CREATE TABLE doc(ordinal INTEGER PRIMARY KEY, docid INTEGER NOT NULL, id TEXT NOT NULL) STRICT;
  CREATE TABLE col(name TEXT NOT NULL, part INTEGER NOT NULL, kind TEXT NOT NULL, ends BLOB, data BLOB NOT NULL,
    sets BLOB, dictionary TEXT, PRIMARY KEY(name, part)) STRICT;
  CREATE TABLE field(name TEXT PRIMARY KEY, type TEXT NOT NULL, list INTEGER NOT NULL, filled INTEGER NOT NULL,
    distinct_values INTEGER NOT NULL) STRICT;
  CREATE TABLE segment(first INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE posting(first INTEGER NOT NULL, term TEXT NOT NULL, terms TEXT NOT NULL, ends BLOB NOT NULL,
    lists BLOB NOT NULL, places BLOB NOT NULL, PRIMARY KEY(first, term)) STRICT;
  CREATE TABLE term(term TEXT PRIMARY KEY, frequency INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE phrase(folded TEXT NOT NULL, display TEXT NOT NULL, frequency INTEGER NOT NULL,
    PRIMARY KEY(folded, display)) STRICT, WITHOUT ROWID;
`;

/** Written after a full build's rows, when sorting them at once is cheaper than keeping them sorted. */
export const INDEX_SQL = `
  CREATE INDEX doc_id ON doc(id);
`;

/** Names of the engine's own columns; a catalog's fields are kept as `p:<name>` and `v:<name>` (on variants). */
export const COLUMN = {
  docid: '#docid',
  rank: '#rank',
  available: '#available',
  titleWords: '#title_words',
  otherLength: '#other_length',
  titleHash: '#title_hash',
  urlHash: '#url_hash',
  view: '#view',
  views: '#views',
  variantEnds: '#variant_ends',
  category: '#category',
  stores: '#stores',
} as const;

/** Column name of a product's field. */
export const productColumn = (field: string): string => `p:${field}`;

/** Column name of a field of variants; its rows are variants, not documents. */
export const variantColumn = (field: string): string => `v:${field}`;
