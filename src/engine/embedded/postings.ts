import type { Database, Statement } from '../../sqlite.ts';
import {
  bytesOfPostings,
  densePostings,
  isBetterDense,
  joinedPostings,
  type Postings,
  withoutRemoved,
} from './posting-list.ts';
import { type Alternatives, PostingReader } from './posting-reader.ts';

/** What a list costs however short it is. */
const BYTES_PER_LIST = 300;
const MAX_CACHE_BYTES = 96 * 1024 * 1024;

interface CachedPostings {
  list: Postings;
  /** Ordinals from here on are not in the list yet. */
  upTo: number;
  /** The version whose removed documents are taken out. */
  version: number;
}

/** The version of the index that a list is wanted for. */
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
  private readonly lists = new Map<string, CachedPostings>();
  private bytes = 0;
  private readonly reader: PostingReader;
  private readonly heavy: Statement<{ fields: Uint8Array }>;

  constructor(db: Database) {
    this.reader = new PostingReader(db);
    this.heavy = db.prepare('SELECT fields FROM heavy WHERE word = ?');
  }

  /** The documents that hold one of the alternatives. */
  get(alternatives: Alternatives, wanted: PostingVersion): Postings {
    const key = alternatives.map((words) => words.join(' ')).join('|');
    let known = this.lists.get(key);
    this.lists.delete(key);
    if (known) this.bytes -= sizeOf(known.list);
    if (!known || known.version !== wanted.version) known = this.renew(known, key, alternatives, wanted);
    this.keep(key, known);
    return known.list;
  }

  private renew(
    old: CachedPostings | undefined,
    key: string,
    alternatives: Alternatives,
    { version, ordinals, live, hasRemoved }: PostingVersion,
  ): CachedPostings {
    const known = old ?? this.stored(key);
    const list = known ? this.extended(known, alternatives, ordinals) : this.whole(alternatives, ordinals);
    return { list: hasRemoved ? withoutRemoved(list, live) : list, upTo: ordinals, version };
  }

  private whole(alternatives: Alternatives, ordinals: number): Postings {
    const read = this.reader.read(alternatives, 0, ordinals);
    if (!isBetterDense(read.count, ordinals)) return read;
    return { ...read, ids: null, fields: bytesOfPostings(read, ordinals) };
  }

  private extended(
    { list, upTo }: Pick<CachedPostings, 'list' | 'upTo'>,
    alternatives: Alternatives,
    ordinals: number,
  ): Postings {
    if (upTo === ordinals) return list;
    return joinedPostings(list, this.reader.read(alternatives, upTo, ordinals), ordinals);
  }

  /** The list that the full build stored for a frequent word. */
  private stored(key: string): Pick<CachedPostings, 'list' | 'upTo'> | undefined {
    const bytes = this.heavy.get(key)?.fields;
    return bytes && { list: densePostings(bytes), upTo: bytes.length };
  }

  private keep(key: string, list: CachedPostings): void {
    this.lists.set(key, list);
    this.bytes += sizeOf(list.list);
    for (const [oldest, dropped] of this.lists) {
      if (this.bytes <= MAX_CACHE_BYTES || oldest === key) break;
      this.lists.delete(oldest);
      this.bytes -= sizeOf(dropped.list);
    }
  }
}

function sizeOf({ ids, fields }: Postings): number {
  return BYTES_PER_LIST + (ids?.byteLength ?? 0) + fields.byteLength;
}
