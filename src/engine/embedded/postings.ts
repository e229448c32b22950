import type { Database, Statement } from '../../sqlite.ts';
import { SHORT_FIELDS } from './schema.ts';

/** Where a term stands: documents ascending, and for each the fields that hold it as bits (`SHORT_FIELDS`, then long). */
export interface Postings {
  ids: Uint32Array;
  fields: Uint8Array;
}

export const LONG_FIELD_BIT = 1 << SHORT_FIELDS.length;
const BYTES_PER_POSTING = 5;
const MAX_CACHE_BYTES = 128 * 1024 * 1024;
/** Beyond this share of all documents, collecting by a sweep is cheaper than sorting what was touched. */
const SWEEP_SHARE = 1 / 50;

interface CachedPostings extends Postings {
  /** Ordinals from here on are not in the list yet. */
  upTo: number;
  /** The version whose removed documents are taken out. */
  version: number;
}

/**
 * Posting lists of terms, read from the text indexes when first asked for and kept while there is room. As ordinals only
 * grow, a list kept over a publish is extended by the new documents and loses the removed ones.
 */
export class PostingCache {
  private readonly lists = new Map<string, CachedPostings>();
  private bytes = 0;
  private readonly short: Statement<{ ids: string }>;
  private readonly long: Statement<{ ids: string }>;
  private touched = new Uint8Array(0);

  constructor(db: Database) {
    const select = (table: string) =>
      db.prepare<{ ids: string }>(
        `SELECT json_group_array(rowid) AS ids FROM ${table} WHERE ${table} MATCH ? AND rowid > ?`,
      );
    this.short = select('fts');
    this.long = select('long_fts');
  }

  /** The documents that hold one of the alternatives; each is a list of folded words that follow one another. */
  get(
    alternatives: readonly (readonly string[])[],
    version: { version: number; ordinals: number; live: Uint8Array },
  ): Postings {
    const key = alternatives.map((words) => words.join(' ')).join('|');
    let list = this.lists.get(key);
    this.lists.delete(key);
    if (list) this.bytes -= list.ids.length * BYTES_PER_POSTING;
    if (!list || list.version !== version.version) list = this.renew(list, alternatives, version);
    this.keep(key, list);
    return list;
  }

  private renew(
    old: CachedPostings | undefined,
    alternatives: readonly (readonly string[])[],
    { version, ordinals, live }: { version: number; ordinals: number; live: Uint8Array },
  ): CachedPostings {
    const added = this.fetch(alternatives, old?.upTo ?? 0, ordinals);
    if (!old) return { ...added, upTo: ordinals, version };
    const kept = withoutRemoved(old, live);
    return { ...joined(kept, added), upTo: ordinals, version };
  }

  private keep(key: string, list: CachedPostings): void {
    this.lists.set(key, list);
    this.bytes += list.ids.length * BYTES_PER_POSTING;
    for (const [oldest, { ids }] of this.lists) {
      if (this.bytes <= MAX_CACHE_BYTES || oldest === key) break;
      this.lists.delete(oldest);
      this.bytes -= ids.length * BYTES_PER_POSTING;
    }
  }

  private fetch(alternatives: readonly (readonly string[])[], from: number, ordinals: number): Postings {
    if (this.touched.length < ordinals) this.touched = new Uint8Array(ordinals);
    const found: number[] = [];
    for (const [bit, field] of SHORT_FIELDS.entries()) {
      const match = `${field} : (${alternatives.map(phrase).join(' OR ')})`;
      this.mark(this.short.get(match, from), 1 << bit, found);
    }
    this.mark(this.long.get(alternatives.map(conjunction).join(' OR '), from), LONG_FIELD_BIT, found);
    return this.collect(found, from, ordinals);
  }

  private mark(row: { ids: string } | undefined, bit: number, found: number[]): void {
    for (const rowid of JSON.parse(row?.ids ?? '[]') as number[]) {
      const ordinal = rowid - 1;
      const before = this.touched[ordinal] ?? 0;
      if (before === 0) found.push(ordinal);
      this.touched[ordinal] = before | bit;
    }
  }

  private collect(found: readonly number[], from: number, ordinals: number): Postings {
    const { touched } = this;
    const ids = new Uint32Array(found.length);
    if (found.length > (ordinals - from) * SWEEP_SHARE) {
      let count = 0;
      for (let ordinal = from; ordinal < ordinals; ordinal++)
        if (touched[ordinal] !== 0) ids[count++] = ordinal;
    } else {
      ids.set(found);
      ids.sort();
    }
    const fields = new Uint8Array(ids.length);
    for (let at = 0; at < ids.length; at++) {
      const ordinal = ids[at] ?? 0;
      fields[at] = touched[ordinal] ?? 0;
      touched[ordinal] = 0;
    }
    return { ids, fields };
  }
}

/** Words hold letters and digits only, so they need no escape inside the quotes. */
function phrase(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}

/** The long text keeps no positions: there, words of a phrase need only stand in the same description. */
function conjunction(words: readonly string[]): string {
  return `(${words.map((word) => `"${word}"`).join(' AND ')})`;
}

function withoutRemoved({ ids, fields }: Postings, live: Uint8Array): Postings {
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
