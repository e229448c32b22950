/** Raised whenever a file written before can no longer be read, or holds other words; such a file is rebuilt, never migrated. */
export const SCHEMA_VERSION = 14;

/** The fields of the text index that keep where words stand; the description, which has most words, does not. */
export const SHORT_FIELDS = ['title', 'brand', 'categories', 'keywords', 'other'] as const;
/** The title's bit in postings, whose bits say which short fields hold a word. */
export const TITLE_BIT = 1 << SHORT_FIELDS.indexOf('title');

/**
 * One index file. `part` rows are appended by index runs: the full build writes part 0, each delta another one, which
 * holds the new documents' columns and the ordinals that it removed. A part makes a version of the catalog, and readers of a
 * version look at no later part, so what a run has written is seen only once it is published, however it ended; the next
 * run from an earlier version removes it. What is counted (words, phrases) is kept by part and added up. Ordinals count search documents from 0 and are
 * never reused; the `doc` rows of removed documents stay, as taking them out would change most of the table's pages. A record has one search document for its base and one per view. The text index is a run of segments,
 * each the posting lists of the documents from ordinal `first` to the next segment's (`posting-blocks.ts`).
 */
export const SCHEMA_SQL = `
  CREATE TABLE part(part INTEGER PRIMARY KEY, version INTEGER NOT NULL UNIQUE, first INTEGER NOT NULL, rows INTEGER NOT NULL,
    records INTEGER NOT NULL, removed BLOB NOT NULL, fields TEXT NOT NULL) STRICT;
  CREATE TABLE doc(ordinal INTEGER PRIMARY KEY, docid INTEGER NOT NULL, id TEXT NOT NULL) STRICT;
  CREATE TABLE col(name TEXT NOT NULL, part INTEGER NOT NULL, data BLOB NOT NULL, ends BLOB, sets BLOB,
    dictionary TEXT, PRIMARY KEY(name, part)) STRICT;
  CREATE TABLE segment(first INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE posting(first INTEGER NOT NULL, term TEXT NOT NULL, terms TEXT NOT NULL, ends BLOB NOT NULL,
    lists BLOB NOT NULL, places BLOB NOT NULL, PRIMARY KEY(first, term)) STRICT;
  CREATE TABLE term(term TEXT NOT NULL, part INTEGER NOT NULL, frequency INTEGER NOT NULL,
    PRIMARY KEY(term, part)) STRICT, WITHOUT ROWID;
  CREATE TABLE phrase(folded TEXT NOT NULL, display TEXT NOT NULL, part INTEGER NOT NULL, frequency INTEGER NOT NULL,
    PRIMARY KEY(folded, display, part)) STRICT, WITHOUT ROWID;
`;

/** Written after a full build's rows, when sorting them at once is cheaper than keeping them sorted. */
export const INDEX_SQL = `
  CREATE INDEX doc_id ON doc(id);
`;

/** Names of the engine's own columns; a catalog's fields are kept as `p:<name>` and `v:<name>` (on variants). */
export const COLUMN = {
  rank: '#rank',
  available: '#available',
  titleWords: '#title_words',
  otherLength: '#other_length',
  urlHash: '#url_hash',
  view: '#view',
  views: '#views',
  variantCounts: '#variant_counts',
  /** Its rows are variants. */
  variantIds: '#variant_ids',
  category: '#category',
  storeCounts: '#store_counts',
  /** Latitude and longitude of each store, one after the other. */
  stores: '#stores',
} as const;

export const nameProductColumn = (field: string): string => `p:${field}`;

/** Column name of a field of variants; its rows are variants, not documents. */
export const nameVariantColumn = (field: string): string => `v:${field}`;
