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
        const isSame = keyOf(stored) === keyOf(published);
        const storedState = stored && (await this.#read(stored));
        return {
          stored: storedState,
          published: isSame ? storedState : published && (await this.#read(published)),
        };
      } catch (error) {
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
}

function keyOf(place: Place | null): string {
  return place === null ? '' : `${place.file} ${place.version}`;
}
