import type { SearchAnswer } from './search-service.ts';

const MAX_BODIES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Finished answers by catalog and request, so that what shoppers ask again and again needs no search thread. A catalog's
 * answers are dropped when another version of it is published; one that was still being worked out then is not kept.
 */
export class KeptBodies {
  readonly #bodies = new Map<string, { catalog: string; answer: SearchAnswer }>();
  readonly #drops = new Map<string, number>();
  #bytes = 0;

  /** The answer to the request, given as a text, which `make` works out unless it is kept. What depends on the time is not. */
  async get(catalog: string, request: string, make: () => Promise<SearchAnswer>): Promise<SearchAnswer> {
    const key = JSON.stringify(catalog) + request;
    const kept = this.#bodies.get(key);
    if (kept !== undefined) {
      this.#bodies.delete(key);
      this.#bodies.set(key, kept);
      return kept.answer;
    }
    const drops = this.#drops.get(catalog);
    const answer = await make();
    if (this.#drops.get(catalog) === drops && !answer.isDated) this.#keep(key, catalog, answer);
    return answer;
  }

  /** Forgets a catalog's answers. */
  drop(catalog: string): void {
    this.#drops.set(catalog, (this.#drops.get(catalog) ?? 0) + 1);
    for (const [key, kept] of this.#bodies) if (kept.catalog === catalog) this.#remove(key);
  }

  #keep(key: string, catalog: string, answer: SearchAnswer): void {
    this.#remove(key);
    if (sizeOf(key, answer) > MAX_BYTES / 8) return;
    this.#bodies.set(key, { catalog, answer });
    this.#bytes += sizeOf(key, answer);
    for (const oldest of this.#bodies.keys()) {
      if (this.#bytes <= MAX_BYTES && this.#bodies.size <= MAX_BODIES) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const kept = this.#bodies.get(key);
    if (kept === undefined) return;
    this.#bodies.delete(key);
    this.#bytes -= sizeOf(key, kept.answer);
  }
}

function sizeOf(key: string, { body }: SearchAnswer): number {
  return key.length + body.length;
}
