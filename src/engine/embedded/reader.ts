import type { Database } from '../../sqlite.ts';
import type { ProductPage, RecordSource, SearchSettings, Suggestions } from '../engine.ts';
import type { SearchQuery, SearchResult } from '../query/model.ts';
import { AnswerCache } from './answer-cache.ts';
import { categoryAt, productAt, productsOf } from './documents/pages.ts';
import { Records } from './documents/records.ts';
import { PostingCache } from './postings/postings.ts';
import { termPostings } from './postings/term-postings.ts';
import { type SearchContext, search } from './search.ts';
import { openIndexFile } from './snapshot/index-file.ts';
import { Snapshot } from './snapshot/snapshot.ts';
import { Suggester, type SuggestRequest } from './suggest.ts';
import { KnownWords } from './text/compounds.ts';
import { Spelling } from './text/spelling.ts';
import { warmingSteps } from './warming.ts';

/** Answers from one published version of an index file until `refresh` takes up the next. */
export interface IndexReader {
  /** Version of the catalog that the reader answers from. */
  readonly version: number;
  search(query: SearchQuery): SearchResult;
  productByUrl(url: string): ProductPage | null;
  productsById(ids: readonly string[]): ProductPage[];
  categoryByUrl(url: string): { id: string; name: string } | null;
  suggest(request: SuggestRequest): Suggestions;
  /** Steps of work that make later answers faster; to be walked through while nothing else is asked. */
  warming(): Iterator<void>;
  /** Takes up the version that `updateIndex` has committed to the file since. */
  refresh(): void;
  close(): void;
}

/**
 * Opens an index file for queries. `source` gives the documents of hits. A read transaction stays open, so that an
 * update of the file is seen as a whole and only at `refresh`. Throws `engine.index_schema` for another schema.
 */
export function openIndex(
  file: string,
  source: Pick<RecordSource, 'get'>,
  settings: SearchSettings,
): IndexReader {
  const db = openIndexFile(file, 'read');
  db.exec('BEGIN');
  const postings = new PostingCache(db);
  const records = new Records(db, source);
  const suggester = new Suggester(db);
  let context = contextOf(db, { postings, records, settings });
  return {
    get version() {
      return context.snapshot.meta.version;
    },
    search: (query) => context.answers.get(query, (asked) => search(context, asked)),
    productByUrl: (url) => productAt(context.snapshot, records, url),
    productsById: (ids) => productsOf(context.snapshot, records, ids),
    categoryByUrl: (url) => categoryAt(context.snapshot, url),
    suggest: (request) => suggester.suggest(context, request),
    warming: () => warmingSteps(db, context),
    refresh: () => {
      db.exec(db.isTransaction ? 'COMMIT; BEGIN' : 'BEGIN');
      context = contextOf(db, { postings, records, settings }, context.snapshot);
    },
    close: () => {
      // A closed connection keeps its read transaction until its statements are collected.
      if (db.isTransaction) db.exec('COMMIT');
      db.close();
    },
  };
}

function contextOf(
  db: Database,
  kept: { postings: PostingCache; records: Records; settings: SearchSettings },
  earlier?: Snapshot,
): SearchContext & { answers: AnswerCache } {
  const snapshot = new Snapshot(db, earlier);
  const version = {
    version: snapshot.meta.version,
    ordinals: snapshot.ordinals,
    live: snapshot.live,
    hasRemoved: snapshot.liveCount < snapshot.ordinals,
  };
  return {
    snapshot,
    settings: kept.settings,
    records: kept.records,
    answers: new AnswerCache(),
    spelling: new Spelling(db),
    known: new KnownWords(db),
    postings: (term) =>
      termPostings(term, version.ordinals, (alternatives) => kept.postings.get(alternatives, version)),
  };
}
