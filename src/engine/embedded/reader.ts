import type { Database } from '../../base/files/sqlite.ts';
import { EVERYTHING } from '../complete-engine.ts';
import type {
  FoundRecords,
  FoundSuggestions,
  RecordOfId,
  RecordTexts,
  SearchSettings,
  SuggestRequest,
} from '../engine.ts';
import { explain } from '../explain/explain.ts';
import type { ExplainSource } from '../explain/explained-search.ts';
import type { ExplainRequest, Explanation } from '../explain/explanation.ts';
import type { FieldCatalog } from '../fields/field-survey.ts';
import type { SearchQuery } from '../query/model.ts';
import { suggest } from '../suggest.ts';
import { CatalogWords } from './catalog-words.ts';
import { findCategoryAt, findProductByUrl, findProducts } from './documents/pages.ts';
import { Records } from './documents/records.ts';
import { resolveField } from './filters/fields.ts';
import { computeMeanLength } from './matching/scoring.ts';
import { PostingCache } from './postings/postings.ts';
import { readTermPostings } from './postings/term-postings.ts';
import { type SearchContext, search, searchAltered } from './search.ts';
import { openIndexFile } from './snapshot/index-file.ts';
import { COLUMN } from './snapshot/schema.ts';
import { Snapshot } from './snapshot/snapshot.ts';
import { Suggester } from './suggest.ts';

export interface IndexReader {
  readonly version: number;
  readonly fields: FieldCatalog;
  search(query: SearchQuery): FoundRecords;
  productByUrl(url: string): RecordOfId | null;
  productsById(ids: readonly string[]): RecordOfId[];
  categoryByUrl(url: string): { id: string; name: string } | null;
  suggest(request: SuggestRequest): Promise<FoundSuggestions>;
  explain(request: ExplainRequest): Promise<Explanation[]>;
  /** Takes up a later version that `updateIndex` has written to the file since. */
  refresh(version: number): void;
  close(): void;
}

/**
 * Opens an index file for queries of a version that it holds, which stays as it is until `refresh`, whatever is written to the
 * file. `source` gives the documents of hits. A read transaction stays open, as beginning one takes longer than a statement.
 *
 * @throws BrctlError `engine.index_schema` for another schema, `engine.version_missing`
 */
export function openIndex(
  file: string,
  source: Pick<RecordTexts, 'get'>,
  settings: SearchSettings,
  version: number,
): IndexReader {
  const db = openIndexFile(file, 'read');
  try {
    return createReader(db, source, settings, version);
  } catch (error) {
    closeReading(db);
    throw error;
  }
}

function createReader(
  db: Database,
  source: Pick<RecordTexts, 'get'>,
  settings: SearchSettings,
  version: number,
): IndexReader {
  db.exec('BEGIN');
  const postings = new PostingCache(db);
  const records = new Records(db, source);
  const suggester = new Suggester(db);
  let context = createContext(db, version, { postings, records, settings });
  readAhead(context);
  return {
    get version() {
      return context.snapshot.version;
    },
    get fields() {
      return [...context.snapshot.fields.values()];
    },
    search: (query) => search(context, query),
    productByUrl: (url) => findProductByUrl(context.snapshot, records, url),
    productsById: (ids) => findProducts(context.snapshot, records, ids),
    categoryByUrl: (url) => findCategoryAt(context.snapshot, url),
    suggest: (request) => suggest(suggester.of(context), request),
    explain: (request) => explain(explainSource(context), request),
    refresh: (later) => {
      db.exec(db.isTransaction ? 'COMMIT; BEGIN' : 'BEGIN');
      context = createContext(db, later, { postings, records, settings }, context.snapshot);
      readAhead(context);
    },
    close: () => closeReading(db),
  };
}

function explainSource(context: SearchContext): ExplainSource {
  const { snapshot, settings, records } = context;
  const means = {
    title: computeMeanLength(snapshot, COLUMN.titleWords),
    rest: computeMeanLength(snapshot, COLUMN.otherLength),
  };
  return {
    version: snapshot.version,
    settings,
    fields: snapshot.catalog,
    documents: snapshot.liveCount,
    means,
    phrasesAreFirstWords: false,
    search: async (query, altered = {}) => searchAltered(context, query, altered),
    productsById: async (ids) => findProducts(snapshot, records, ids),
  };
}

/** Reads the columns that most searches need, so that the first of a version does not wait for them. */
function readAhead(context: SearchContext): void {
  resolveField(context.snapshot, 'title');
  const facets = { fields: 'auto', ranges: [], prefixes: {}, limit: 1 } as const;
  search(context, { ...EVERYTHING, includeUnavailable: false, facets });
}

function closeReading(db: Database): void {
  // A closed connection keeps its read transaction until its statements are collected.
  if (db.isTransaction) db.exec('COMMIT');
  db.close();
}

function createContext(
  db: Database,
  asked: number,
  kept: { postings: PostingCache; records: Records; settings: SearchSettings },
  earlier?: Snapshot,
): SearchContext {
  const snapshot = new Snapshot(db, asked, earlier);
  return {
    snapshot,
    settings: kept.settings,
    records: kept.records,
    words: new CatalogWords(db, snapshot.lastPart),
    postings: (term) => readTermPostings(term, (alternatives) => kept.postings.get(alternatives, snapshot)),
  };
}
