import type { CatalogReader } from '../../../src/engine/documents/catalog-reader.ts';
import { DEFAULT_SEARCH_SETTINGS } from '../../../src/engine/engine.ts';
import type { SearchResult } from '../../../src/engine/query/model.ts';
import {
  type AnswerSettings,
  DEFAULT_ANSWER_SETTINGS,
  type SearchConditions,
} from '../../../src/server/service/search/answer-settings.ts';

/** What the services read of an instance, with settings of the test's own. */
export function context(
  settings: {
    loose?: boolean;
    answers?: Partial<AnswerSettings>;
    search?: Partial<SearchConditions['search']>;
  } = {},
): SearchConditions {
  return {
    loose: settings.loose ?? false,
    search: {
      ...DEFAULT_SEARCH_SETTINGS,
      ...settings.search,
    },
    answers: { ...DEFAULT_ANSWER_SETTINGS, ...settings.answers },
    nowMs: Date.UTC(2031, 1, 3),
  };
}

/** An engine's answer that found nothing, with members of the test's own. */
export function found(members: Partial<SearchResult> = {}): SearchResult {
  return {
    total: 0,
    hits: [],
    maxScore: null,
    groups: null,
    groupCount: null,
    facets: [],
    stats: {},
    categoryMap: {},
    correctedQuery: null,
    didYouMean: [],
    relaxed: false,
    terms: [],
    indexVersion: 1,
    ...members,
  };
}

/** A query string with the parameters that every keyword search needs. */
export function keywordSearch(more = ''): URLSearchParams {
  return new URLSearchParams(`request_type=search&search_type=keyword&q=lamp&fl=pid,title&${more}`);
}

/** A reader that finds this, and explains nothing. */
export function readerOf(result: SearchResult): Pick<CatalogReader, 'search' | 'explain' | 'fields'> {
  return {
    fields: [{ name: 'price', on: 'product', type: 'number', list: false, filled: 2, distinct: 2 }],
    search: async () => result,
    explain: async () => [],
  };
}
