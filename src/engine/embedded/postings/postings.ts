import type { Database } from '../../../base/files/sqlite.ts';
import { LruCache } from '../../lru-cache.ts';
import {
  isBetterDense,
  joinPostings,
  type Postings,
  type SparsePostings,
  toDensePostings,
  toPostingBytes,
  withoutRemoved,
} from './posting-list.ts';
import { PostingReader } from './posting-reader.ts';
import type { Alternatives } from './term-postings.ts';

/** Fixed cost of a list. */
const BYTES_PER_LIST = 300;
const MAX_CACHE_BYTES = 96 * 1024 * 1024;

interface CachedPostings {
  list: Postings;
  /** Ordinals from here on are not in the list yet. */
  upTo: number;
  /** The version whose removed documents are taken out. */
  version: number;
}

export interface PostingVersion {
  version: number;
  ordinals: number;
  live: Uint8Array;
  /** Some document no longer lives. */
  hasRemoved: boolean;
}

/**
 * Posting lists of terms, read when first asked for and kept while there is room. As ordinals only grow, a list kept
 * over a publish is extended by the new documents and loses the removed ones.
 */
export class PostingCache {
  readonly #lists: LruCache<CachedPostings>;
  readonly #reader: PostingReader;

  constructor(db: Database, maxBytes = MAX_CACHE_BYTES) {
    this.#reader = new PostingReader(db);
    this.#lists = new LruCache(Number.POSITIVE_INFINITY, { bytes: maxBytes, bytesOf: sizeOf });
  }

  get(alternatives: Alternatives, wanted: PostingVersion): Postings {
    const key = alternatives.map((words) => words.join(' ')).join('|');
    const known = this.#lists.find(key);
    if (known?.version === wanted.version) return known.list;
    const renewed = this.#renew(known, alternatives, wanted);
    this.#lists.keep(key, renewed);
    return renewed.list;
  }

  #renew(
    known: CachedPostings | undefined,
    alternatives: Alternatives,
    { version, ordinals, live, hasRemoved }: PostingVersion,
  ): CachedPostings {
    const old = known?.upTo ?? 0;
    const added = old === ordinals ? null : this.#reader.read(alternatives, old, ordinals);
    const whole = joined(known?.list, added, ordinals);
    return { list: hasRemoved ? withoutRemoved(whole, live) : whole, upTo: ordinals, version };
  }
}

/** A list with the documents that were added since it was read, if it was. */
function joined(known: Postings | undefined, added: SparsePostings | null, documents: number): Postings {
  if (added === null) return known ?? toDensePostings(new Uint8Array(documents));
  if (known) return joinPostings(known, added, documents);
  const dense = isBetterDense(added.count, documents);
  return dense ? { ...added, ids: null, fields: toPostingBytes(added, documents) } : added;
}

function sizeOf({ list: { ids, fields } }: CachedPostings): number {
  return BYTES_PER_LIST + (ids?.byteLength ?? 0) + fields.byteLength;
}
