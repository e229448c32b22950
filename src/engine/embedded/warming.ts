import type { Database } from '../../base/files/sqlite.ts';
import { chooseFacetFields } from '../facets/facet-fields.ts';
import type { FacetRequest, Recall, SearchQuery } from '../query/model.ts';
import { type SearchContext, search } from './search.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** Frequent words that are searched for, alone and in pairs. */
const WORDS = 12;

const FACETS: FacetRequest = { fields: 'auto', ranges: [], prefixes: {}, limit: 100 };

const PLAIN: Omit<SearchQuery, 'recall'> = {
  facetFilters: [],
  filters: [],
  geo: null,
  sort: [],
  start: 0,
  rows: 20,
  fields: ['title', 'brand', 'price', 'sale_price', 'url', 'thumb_image'],
  facets: FACETS,
  stats: [],
  group: null,
  viewId: null,
  boosts: [],
  includeUnavailable: false,
};

/**
 * Asks what shoppers will ask first, a query a step: everything, then the catalog's most frequent words. The columns and
 * lists that most queries need are in memory then, and the code that reads them is compiled. The caller of the
 * steps runs other work between them, so a step must be short: what reads columns is its own step.
 */
export function* warmInSteps(db: Database, context: SearchContext): Generator<void> {
  for (const query of queries(db, context)) {
    search(context, query);
    yield;
  }
}

function* queries(db: Database, { snapshot, settings }: SearchContext): Generator<SearchQuery> {
  const everything: SearchQuery = { ...PLAIN, recall: { kind: 'all' } };
  yield { ...everything, facets: null };
  for (const field of chooseFacetFields(snapshot.catalog, settings, FACETS)) {
    yield { ...everything, rows: 0, facets: { ...FACETS, fields: [field] } };
  }
  yield everything;
  const words = frequentWords(db, snapshot);
  for (const text of words.slice(0, 1)) yield { ...PLAIN, recall: keyword(text), facets: null };
  for (const text of phrases(words)) yield { ...PLAIN, recall: keyword(text) };
}

function* phrases(words: readonly string[]): Generator<string> {
  for (const [at, word] of words.entries()) {
    yield word;
    const next = words[at + 1];
    if (next !== undefined) yield `${word} ${next}`;
  }
}

function keyword(text: string): Recall {
  return { kind: 'keyword', text, tolerant: false, spelling: 'off' };
}

function frequentWords(db: Database, { lastPart }: Snapshot): string[] {
  return db
    .prepare<{ term: string }>(
      'SELECT term FROM term WHERE part <= ? GROUP BY term ORDER BY sum(frequency) DESC, term LIMIT ?',
    )
    .all(lastPart, WORDS)
    .map(({ term }) => term);
}
