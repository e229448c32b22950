import type { Database } from '../../../base/files/sqlite.ts';
import { LruCache } from '../../lru-cache.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { joinPostings, narrowPostings, type Postings } from './posting-list.ts';
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

type PostingVersion = Pick<Snapshot, 'version' | 'ordinals' | 'live' | 'liveCount'>;

/**
 * Posting lists of terms, read when first asked for and kept while there is room. As ordinals only grow, a list kept
 * over a publish is extended by the new documents and loses the removed ones.
 */
export class PostingCache {
  readonly #lists: LruCache<CachedPostings>;
  readonly #reader: PostingReader;

  constructor(db: Database, maxBytes = MAX_CACHE_BYTES) {
    this.#reader = new PostingReader(db);
    this.#lists = new LruCache(0, {
      bytes: maxBytes,
      bytesOf: ({ list }) => BYTES_PER_LIST + list.ids.byteLength + list.fields.byteLength,
    });
  }

  get(alternatives: Alternatives, wanted: PostingVersion): Postings {
    const key = alternatives.map((words) => words.join(' ')).join('|');
    const known = this.#lists.get(key);
    if (known?.version === wanted.version) return known.list;
    const renewed = this.#renew(known, alternatives, wanted);
    this.#lists.set(key, renewed);
    return renewed.list;
  }

  #renew(
    known: CachedPostings | undefined,
    alternatives: Alternatives,
    { version, ordinals, live, liveCount }: PostingVersion,
  ): CachedPostings {
    const added = this.#reader.read(alternatives, known?.upTo ?? 0, ordinals);
    const whole = known ? joinPostings(known.list, added) : added;
    const keepLiving = (ordinal: number, bits: number) => (live[ordinal] === 0 ? 0 : bits);
    const hasRemoved = liveCount < ordinals;
    return { list: hasRemoved ? narrowPostings(whole, keepLiving) : whole, upTo: ordinals, version };
  }
}
