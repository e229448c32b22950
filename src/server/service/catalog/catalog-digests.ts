import { AbortFlag } from '../../../base/process/abort-flag.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { Refusal } from '../refusals.ts';

/** One version of a catalog: equal content has an equal digest, whichever way it came. */
export interface ContentState {
  version: number;
  /** 32 hexadecimal digits. */
  digest: string;
  records: number;
}

/** What a catalog holds, and what its searches are answered from; null where there is nothing. */
export interface CatalogState {
  stored: ContentState | null;
  published: ContentState | null;
}

interface Place {
  file: string;
  version: number;
}

/** Looks at a catalog that changes meanwhile: its file may go while it is read. */
const MAX_LOOKS = 5;

/** Tells what catalogs hold, by digests. The first to ask for one after a PUT waits until the records have been read. */
export class CatalogDigests {
  readonly #context: JobContext;
  readonly #known = new Map<string, Map<string, Promise<ContentState>>>();

  constructor(context: JobContext) {
    this.#context = context;
  }

  /** Both null for a catalog that there is not. */
  async stateOf(catalog: string): Promise<CatalogState> {
    // Digests are usually followed by a load: start the worker now.
    this.#context.pool.warm();
    for (let look = 1; ; look++) {
      const { stored, published } = this.#places(catalog);
      try {
        const [storedState, publishedState] = await Promise.all([
          stored && this.#digest(catalog, stored),
          published && this.#digest(catalog, published),
        ]);
        this.#forgetOthers(catalog);
        return { stored: storedState, published: publishedState };
      } catch (error) {
        this.#known.delete(catalog);
        const now = this.#places(catalog);
        const isSame = keyOf(now.stored) === keyOf(stored) && keyOf(now.published) === keyOf(published);
        if (isSame || look === MAX_LOOKS) throw error;
      }
    }
  }

  #places(catalog: string): { stored: Place | null; published: Place | null } {
    const entry = this.#context.registry.find(catalog);
    if (entry === undefined) return { stored: null, published: null };
    const { row, published } = entry;
    const { records } = this.#context;
    const file = records.of(row);
    return {
      stored: file === null ? null : { file, version: row.version },
      published: published && { file: records.of(published), version: published.version },
    };
  }

  #digest(catalog: string, place: Place): Promise<ContentState> {
    const known = this.#known.get(catalog) ?? new Map<string, Promise<ContentState>>();
    this.#known.set(catalog, known);
    const state = known.get(keyOf(place)) ?? this.#read(place);
    known.set(keyOf(place), state);
    return state;
  }

  async #read({ file, version }: Place): Promise<ContentState> {
    const { pool, options } = this.#context;
    const outcome = await pool.run(
      { kind: 'digest', file, version, durable: options.durable },
      new AbortFlag(),
    );
    if (outcome.end === 'digested') return { version, digest: outcome.digest, records: outcome.records };
    if (outcome.end === 'failed')
      throw new Error(`the records in ${file} cannot be read: ${outcome.message}`);
    throw new Refusal('unavailable', 'the service is stopping');
  }

  #forgetOthers(catalog: string): void {
    const { stored, published } = this.#places(catalog);
    const known = this.#known.get(catalog);
    for (const key of known?.keys() ?? []) {
      if (key !== keyOf(stored) && key !== keyOf(published)) known?.delete(key);
    }
    if (known?.size === 0) this.#known.delete(catalog);
  }
}

function keyOf(place: Place | null): string {
  return place === null ? '' : `${place.file} ${place.version}`;
}
