import type { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import type { SearchSettings, SuggestRequest } from '../../../engine/engine.ts';
import type { SearchQuery, SearchResult } from '../../../engine/query/model.ts';
import type { Merchandising } from '../merchandising/select-merchandising.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import type { SearchConditions } from './answer-settings.ts';
import { answerSearch, type SearchAnswer } from './search-service.ts';

export type Answering = Pick<SearchConditions, 'loose' | 'answers'>;

export interface SearchArgument {
  queryString: string;
  nowMs: number;
  merchandising: Merchandising | null;
}

export interface PackedRefusal {
  refused: { code: RefusalCode; message: string; at: string | undefined; more: readonly string[] };
}

/** What the service asks of a catalog, as one call each, whose arguments and results can cross threads. */
export interface SearchCalls {
  documents(reader: CatalogReader, settings: SearchSettings, query: SearchQuery): Promise<SearchResult>;
  /** A whole answer, its body as bytes in memory of their own. */
  answer(
    reader: CatalogReader,
    settings: SearchSettings,
    argument: SearchArgument,
  ): Promise<SearchAnswer | PackedRefusal>;
  suggestions(
    reader: CatalogReader,
    settings: SearchSettings,
    request: SuggestRequest,
  ): ReturnType<CatalogReader['suggest']>;
  pageByUrl(
    reader: CatalogReader,
    settings: SearchSettings,
    url: string,
  ): ReturnType<CatalogReader['productByUrl']>;
  pagesById(
    reader: CatalogReader,
    settings: SearchSettings,
    ids: readonly string[],
  ): ReturnType<CatalogReader['productsById']>;
}

export function searchCalls(
  answering: Answering,
): SearchCalls & Record<string, SearchCalls[keyof SearchCalls]> {
  return {
    documents: (reader, _settings, query) => reader.search(query),
    answer: async (reader, settings, { queryString, nowMs, merchandising }) => {
      const context = { ...answering, search: settings, nowMs, merchandising };
      try {
        return await answerSearch(new URLSearchParams(queryString), settings.family, reader, context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { code, message, at, more } = error;
        return { refused: { code, message, at, more } };
      }
    },
    suggestions: (reader, _settings, request) => reader.suggest(request),
    pageByUrl: (reader, _settings, url) => reader.productByUrl(url),
    pagesById: (reader, _settings, ids) => reader.productsById(ids),
  };
}
