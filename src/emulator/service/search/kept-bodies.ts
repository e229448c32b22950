const MAX_BODIES = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Finished answers by catalog and request, so that what shoppers ask again and again needs no search thread. A catalog's
 * answers are dropped when another version of it is published; one that was still being worked out then is not kept.
 */
export class KeptBodies {
  readonly #bodies = new Map<string, { catalog: string; body: Buffer }>();
  readonly #drops = new Map<string, number>();
  #bytes = 0;

  /** The answer to the request, given as a text, which `make` works out unless it is kept. */
  async get(catalog: string, request: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const key = JSON.stringify(catalog) + request;
    const kept = this.#bodies.get(key);
    if (kept !== undefined) {
      this.#bodies.delete(key);
      this.#bodies.set(key, kept);
      return kept.body;
    }
    const drops = this.#drops.get(catalog);
    const body = await make();
    if (this.#drops.get(catalog) === drops) this.#keep(key, catalog, body);
    return body;
  }

  /** Forgets a catalog's answers. */
  drop(catalog: string): void {
    this.#drops.set(catalog, (this.#drops.get(catalog) ?? 0) + 1);
    for (const [key, kept] of this.#bodies) if (kept.catalog === catalog) this.#remove(key);
  }

  #keep(key: string, catalog: string, body: Buffer): void {
    this.#remove(key);
    if (sizeOf(key, body) > MAX_BYTES / 8) return;
    this.#bodies.set(key, { catalog, body });
    this.#bytes += sizeOf(key, body);
    for (const oldest of this.#bodies.keys()) {
      if (this.#bytes <= MAX_BYTES && this.#bodies.size <= MAX_BODIES) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const kept = this.#bodies.get(key);
    if (kept === undefined) return;
    this.#bodies.delete(key);
    this.#bytes -= sizeOf(key, kept.body);
  }
}

function sizeOf(key: string, body: Buffer): number {
  return key.length + body.length;
}
