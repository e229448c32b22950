import { LruCache } from '../../../engine/lru-cache.ts';
import { CALLER_PARAMETERS } from '../../../protocol/caller-parameters.ts';
import type { SearchAnswer } from './search-service.ts';

const MAX_BODIES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** Response cache by catalog and request, cleared on publish. A response computed during a publish is not cached. */
export class ResponseCache {
  readonly #bodies = new LruCache<{ catalog: string; answer: SearchAnswer }>(MAX_BODIES, {
    bytes: MAX_BYTES,
    bytesOf: ({ answer }, key) => key.length + answer.body.length,
  });
  readonly #drops = new Map<string, number>();

  /** The answer to the request, given as a text, which `make` works out unless it is kept. What depends on the time is not. */
  async get(catalog: string, request: string, make: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const key = JSON.stringify(catalog) + request;
    const kept = this.#bodies.find(key);
    if (kept !== undefined) return kept.answer;
    const drops = this.#drops.get(catalog);
    const answer = await make();
    if (this.#drops.get(catalog) === drops && !answer.isDated) this.#bodies.keep(key, { catalog, answer });
    return answer;
  }

  drop(catalog: string): void {
    this.#drops.set(catalog, (this.#drops.get(catalog) ?? 0) + 1);
    this.#bodies.forgetAll((kept) => kept.catalog === catalog);
  }
}

/** What a query string asks for, without the caller. The same request in another order, or encoded otherwise, is another. */
export function responseCacheKey(queryString: string): string {
  return queryString
    .split('&')
    .filter((part) => !CALLER_PARAMETERS.has(nameOf(part)))
    .join('&');
}

function nameOf(part: string): string {
  const sign = part.indexOf('=');
  return sign === -1 ? part : part.slice(0, sign);
}
