import type { Database, Statement } from '../../../base/files/sqlite.ts';
import type { RecordOfId, RecordTexts } from '../../engine.ts';
import { LruCache } from '../../lru-cache.ts';
import { hashId } from '../../text/id-hash.ts';
import type { IdLookup } from '../filters/filters.ts';
import { COLUMN } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

const MAX_KEPT = 10_000;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

export class Records {
  readonly #source: Pick<RecordTexts, 'get'>;
  readonly #byId: Statement<{ ordinal: number }>;
  readonly #byOrdinal: Statement<{ id: string; docid: number }>;
  /** By ordinal, which names one record for good. */
  readonly #kept = new LruCache<RecordOfId, number>(MAX_KEPT, {
    bytes: MAX_KEPT_BYTES,
    bytesOf: ({ record }) => record.length,
  });

  constructor(db: Database, source: Pick<RecordTexts, 'get'>) {
    this.#source = source;
    this.#byId = db.prepare('SELECT ordinal FROM doc WHERE id = ? ORDER BY ordinal');
    this.#byOrdinal = db.prepare('SELECT id, docid FROM doc WHERE ordinal = ?');
  }

  /** Every document of the id in a version of the index: its base and its views. */
  ordinalsOf({ live }: Pick<Snapshot, 'live'>, id: string): number[] {
    const ordinals = this.#byId.all(id).map(({ ordinal }) => ordinal);
    return ordinals.filter((ordinal) => live[ordinal] === 1);
  }

  lookup(snapshot: Snapshot): IdLookup {
    return {
      documents: (ids) => ids.flatMap((id) => this.ordinalsOf(snapshot, id)),
      variants: (skuids) => readVariantRows(snapshot, skuids),
    };
  }

  /** The records of documents, in the order given. */
  read(ordinals: readonly number[]): RecordOfId[] {
    return ordinals.map((ordinal) => this.#kept.getOrMake(ordinal, () => this.#readOne(ordinal)));
  }

  #readOne(ordinal: number): RecordOfId {
    const { id, docid } = this.#byOrdinal.get(ordinal) ?? { id: '', docid: -1 };
    const [record = '{}'] = this.#source.get([docid]);
    return { id, record };
  }
}

/** Rows of the variants with one of the ids; those of removed documents, too. */
function readVariantRows(snapshot: Snapshot, skuids: readonly string[]): number[] {
  const ids = snapshot.doubles(COLUMN.variantIds);
  const rows: number[] = [];
  const wanted = new Set(skuids.map(hashId));
  for (let row = 0; row < ids.length; row++) if (wanted.has(ids[row] ?? 0)) rows.push(row);
  return rows;
}

/** The view a document was made for; null for a base document. */
export function getRecordView(snapshot: Snapshot, ordinal: number): string | null {
  const column = snapshot.column(COLUMN.view);
  if (column?.kind !== 'text') return null;
  return column.dictionary[(column.values[ordinal] ?? 0) - 1] ?? null;
}
