import { LruCache } from '../../lru-cache.ts';
import { getLeaseTerm, type IndexState } from '../cluster/index-state.ts';

/** Maximum size of all texts; most take half of it, as their characters take one byte. */
const MAX_BYTES = 128 * 1024 * 1024;
const BYTES_OF_CHARACTER = 2;
const BYTES_OF_ENTRY = 200;

type Line = Pick<IndexState, 'index' | 'stamp'>;

/**
 * LRU cache of the JSON texts of records, of all indexes that this process reads. Versions of one index and one writer share it:
 * to these a docid is one record, while the next writer's data may be those of an earlier day.
 */
export class RecordCache {
  readonly #texts: LruCache<string>;

  constructor(maxBytes = MAX_BYTES) {
    const bytesOf = ({ length }: string) => length * BYTES_OF_CHARACTER + BYTES_OF_ENTRY;
    this.#texts = new LruCache(Number.POSITIVE_INFINITY, { bytes: maxBytes, bytesOf });
  }

  /** The text of a record of a version; undefined where it has to be read. */
  find(state: Line, docid: number): string | undefined {
    return this.#texts.find(keyOf(state, docid));
  }

  keep(state: Line, docid: number, text: string): void {
    this.#texts.keep(keyOf(state, docid), text);
  }
}

function keyOf(state: Line, docid: number): string {
  return `${state.index} ${getLeaseTerm(state)} ${docid}`;
}
