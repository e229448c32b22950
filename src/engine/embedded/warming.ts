import type { Database } from '../../sqlite.ts';
import type { Recall, SearchQuery } from '../query/model.ts';
import { type SearchContext, search } from './search.ts';

/** Frequent words that are searched for, alone and in pairs. */
const WORDS = 12;

const PLAIN: Omit<SearchQuery, 'recall'> = {
  facetFilters: [],
  filters: [],
  geo: null,
  sort: [],
  start: 0,
  rows: 20,
  fields: ['title', 'brand', 'price', 'sale_price', 'url', 'thumb_image'],
  facets: { fields: 'auto', ranges: [], prefixes: {}, limit: 100 },
  stats: [],
  group: null,
  viewId: null,
  boosts: [],
  includeUnavailable: false,
};

/**
 * Asks what shoppers will ask first, a query a step: everything, then the catalog's most frequent words. The columns and
 * lists that most queries need are in memory then, and the code that reads them is compiled. Whoever walks through the
 * steps lets other work pass between them.
 */
export function* warmingSteps(db: Database, context: SearchContext): Generator<void> {
  for (const recall of recalls(frequentWords(db))) {
    search(context, { ...PLAIN, recall });
    yield;
  }
}

function* recalls(words: readonly string[]): Generator<Recall> {
  yield { kind: 'all' };
  for (const [at, word] of words.entries()) {
    yield keyword(word);
    const next = words[at + 1];
    if (next !== undefined) yield keyword(`${word} ${next}`);
  }
}

function keyword(text: string): Recall {
  return { kind: 'keyword', text, tolerant: false, spelling: 'off' };
}

function frequentWords(db: Database): string[] {
  return db
    .prepare<{ term: string }>('SELECT term FROM term ORDER BY frequency DESC, term LIMIT ?')
    .all(WORDS)
    .map(({ term }) => term);
}
