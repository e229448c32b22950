import type { Database, Statement } from '../../sqlite.ts';
import { type Alternatives, PostingReader, type Postings, postingsOfBytes } from './posting-reader.ts';

const BYTES_PER_POSTING = 5;
/** What a list costs however short it is. */
const BYTES_PER_LIST = 300;
const MAX_CACHE_BYTES = 96 * 1024 * 1024;

interface CachedPostings extends Postings {
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
    let list = this.lists.get(key);
    this.lists.delete(key);
    if (list) this.bytes -= sizeOf(list);
    if (!list || list.version !== wanted.version) list = this.renew(list, key, alternatives, wanted);
    this.keep(key, list);
    return list;
  }

  private renew(
    old: CachedPostings | undefined,
    key: string,
    alternatives: Alternatives,
    { version, ordinals, live }: PostingVersion,
  ): CachedPostings {
    const known = old ?? this.stored(key);
    if (!known) return { ...this.reader.read(alternatives, 0, ordinals), upTo: ordinals, version };
    const kept = withoutRemoved(known, live);
    if (known.upTo === ordinals) return { ...kept, upTo: ordinals, version };
    const added = this.reader.read(alternatives, known.upTo, ordinals);
    return { ...joined(kept, added), upTo: ordinals, version };
  }

  /** The list that the full build stored for a frequent word. */
  private stored(key: string): Omit<CachedPostings, 'version'> | undefined {
    const bytes = this.heavy.get(key)?.fields;
    return bytes && { ...postingsOfBytes(bytes), upTo: bytes.length };
  }

  private keep(key: string, list: CachedPostings): void {
    this.lists.set(key, list);
    this.bytes += sizeOf(list);
    for (const [oldest, dropped] of this.lists) {
      if (this.bytes <= MAX_CACHE_BYTES || oldest === key) break;
      this.lists.delete(oldest);
      this.bytes -= sizeOf(dropped);
    }
  }
}

function sizeOf({ ids }: Postings): number {
  return BYTES_PER_LIST + ids.length * BYTES_PER_POSTING;
}

function withoutRemoved({ ids, fields }: Postings, live: Uint8Array): Postings {
  if (ids.every((ordinal) => live[ordinal] === 1)) return { ids, fields };
  const keptIds = new Uint32Array(ids.length);
  const keptFields = new Uint8Array(ids.length);
  let count = 0;
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    if (live[ordinal] === 0) continue;
    keptIds[count] = ordinal;
    keptFields[count++] = fields[at] ?? 0;
  }
  return { ids: keptIds.subarray(0, count), fields: keptFields.subarray(0, count) };
}

function joined(first: Postings, second: Postings): Postings {
  const ids = new Uint32Array(first.ids.length + second.ids.length);
  const fields = new Uint8Array(ids.length);
  ids.set(first.ids);
  ids.set(second.ids, first.ids.length);
  fields.set(first.fields);
  fields.set(second.fields, first.fields.length);
  return { ids, fields };
}
