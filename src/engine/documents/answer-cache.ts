import { LruCache } from '../lru-cache.ts';
import type { SearchResult } from '../query/model.ts';

const MAX_ANSWERS = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Answers of one version of the index by a key that names the query, kept while there is room: shoppers ask for the same few
 * pages most of the time. Callers must not change them.
 */
export function answerCache(): LruCache<SearchResult> {
  return new LruCache(MAX_ANSWERS, {
    bytes: MAX_BYTES,
    bytesOf: (result, key) => key.length + sizeOf(result),
  });
}

function sizeOf({ hits, groups, facets }: SearchResult): number {
  const documents = [hits, ...(groups ?? []).map((group) => group.hits)].flat();
  const text = documents.reduce((sum, { json }) => sum + json.length, 0);
  const values = facets.reduce((sum, facet) => sum + ('values' in facet ? facet.values.length : 1), 0);
  return text + values * 100 + 1000;
}
