import path from 'node:path';
import { onTestFinished } from 'vitest';
import { assembleResult, assembleSuggestions } from '../../../src/engine/documents/assemble.ts';
import { type IndexReader, openIndex } from '../../../src/engine/embedded/reader.ts';
import type { SearchSettings, Suggestions, SuggestRequest } from '../../../src/engine/engine.ts';
import { RequestedFields } from '../../../src/engine/fields/requested-fields.ts';
import type { SearchQuery, SearchResult } from '../../../src/engine/query/model.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { ArraySource, query, settings } from './array-source.ts';
import { buildIndex } from './indexing.ts';

export interface OpenCatalog {
  source: ArraySource;
  file: string;
  reader: IndexReader;
  /** Searches everything but for the changes; the ids of the hits in order. */
  ids(changes?: Partial<SearchQuery>): string[];
  search(changes?: Partial<SearchQuery>): SearchResult;
  suggest(request: SuggestRequest): Promise<Suggestions>;
  close(): void;
}

/** Builds and opens an index over records by id; closed after the test, or by `close`. */
export function openCatalog(
  records: Readonly<Record<string, unknown>> | ArraySource,
  changed: Partial<SearchSettings> = {},
): OpenCatalog {
  const source = records instanceof ArraySource ? records : new ArraySource(records);
  const file = path.join(temporaryFolder(), 'index.db');
  const own = { ...settings, ...changed };
  buildIndex(source, file);
  const reader = openIndex(file, source, own, source.version);
  let open = true;
  const close = () => {
    if (open) reader.close();
    open = false;
  };
  onTestFinished(close);
  const presentation = () => ({ ...own, fields: new RequestedFields(reader.fields) });
  const search = (changes: Partial<SearchQuery> = {}) => {
    const asked = query(changes);
    return assembleResult(reader.search(asked), asked, presentation());
  };
  const suggest = async (request: SuggestRequest) =>
    assembleSuggestions(await reader.suggest(request), request.fields, presentation());
  return {
    source,
    file,
    reader,
    search,
    suggest,
    ids: (changes) => search(changes).hits.map(({ id }) => id),
    close,
  };
}
