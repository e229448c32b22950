import type { SearchResult } from '../query/model.ts';

const MAX_ANSWERS = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Answers of one version of the index, kept while there is room: shoppers ask for the same few pages most of the time.
 * The next version starts with an empty cache.
 */
export class AnswerCache {
  readonly #answers = new Map<string, { result: SearchResult; bytes: number }>();
  #bytes = 0;

  /** The answer that is kept under a key, which names the query. Callers must not change it. */
  find(key: string): SearchResult | undefined {
    const known = this.#answers.get(key);
    if (known === undefined) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, known);
    return known.result;
  }

  keep(key: string, result: SearchResult): void {
    const bytes = key.length + sizeOf(result);
    if (bytes > MAX_BYTES / 8) return;
    this.#answers.set(key, { result, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#answers) {
      if (this.#bytes <= MAX_BYTES && this.#answers.size <= MAX_ANSWERS) break;
      this.#answers.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

/** About how much memory an answer holds: its documents' text and its facet values. */
function sizeOf({ hits, groups, facets }: SearchResult): number {
  const documents = [hits, ...(groups ?? []).map((group) => group.hits)].flat();
  const text = documents.reduce((sum, { json }) => sum + json.length, 0);
  const values = facets.reduce((sum, facet) => sum + ('values' in facet ? facet.values.length : 1), 0);
  return text + values * 100 + 1000;
}
