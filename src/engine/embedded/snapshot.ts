import type { Database } from '../../sqlite.ts';
import type { Column, NumberColumn, TextColumn } from './column.ts';
import type { FieldType } from './column-builder.ts';
import { ColumnRows, ownBuffer } from './column-rows.ts';
import { concatNumbers, concatTexts } from './concat-columns.ts';
import { type IndexMeta, readMeta } from './index-file.ts';
import { readRanks } from './ranks.ts';
import { COLUMN } from './schema.ts';
import { Scratch } from './scratch.ts';

/** What a full build learnt of a field, and deltas added. */
export interface FieldInfo {
  type: FieldType;
  /** Some record gives the field as a list. */
  list: boolean;
  /** Rows with a value. */
  filled: number;
  distinct: number;
}

interface PartRow {
  part: number;
  first: number;
  rows: number;
  removed: Uint8Array;
}

/**
 * One published version of an index in memory: which documents live, and typed columns that are read from the file
 * when first asked for. Never changes; the next version is another snapshot.
 */
export class Snapshot {
  readonly meta: IndexMeta;
  /** 1 for documents that no later part removed. */
  readonly live: Uint8Array;
  readonly liveCount: number;
  readonly fields: ReadonlyMap<string, FieldInfo>;
  readonly ranks: Float64Array;
  /** Memory of the query at hand; searches run one at a time. */
  readonly scratch = new Scratch();
  private readonly parts: PartRow[];
  private readonly rows: ColumnRows;
  private readonly columns = new Map<string, Column | null>();
  private readonly integerColumns = new Map<string, Uint32Array>();
  private readonly derived = new Map<string, unknown>();
  private readonly derivedFrom = new WeakMap<object, unknown>();
  private readonly kept = new WeakMap<Uint32Array, Map<object, Uint32Array>>();
  private ends: Uint32Array | null = null;

  /** Reads the version that the connection's transaction sees. */
  constructor(db: Database) {
    this.meta = readMeta(db);
    this.parts = db.prepare<PartRow>('SELECT part, first, rows, removed FROM part ORDER BY part').all();
    this.rows = new ColumnRows(db);
    this.live = new Uint8Array(this.meta.ordinals).fill(1);
    let removed = 0;
    for (const part of this.parts) {
      for (const ordinal of new Uint32Array(ownBuffer(part.removed))) {
        this.live[ordinal] = 0;
        removed++;
      }
    }
    this.liveCount = this.meta.ordinals - removed;
    this.ranks = readRanks(db);
    this.fields = readFields(db);
  }

  /** Documents ever written, removed ones too. */
  get ordinals(): number {
    return this.meta.ordinals;
  }

  /** A field's column over all documents or, named `v:…`, over all variants; null when no record has the field. */
  column(name: string): Column | null {
    if (!name.startsWith('#') && !this.fields.has(name)) return null;
    const known = this.columns.get(name);
    if (known !== undefined) return known;
    const kind =
      this.fields.get(name)?.type ?? (name === COLUMN.stores || name === COLUMN.docid ? 'number' : 'text');
    const stored = this.rows.read(name, 0);
    const column = kind === 'text' ? this.texts(name, stored) : this.numbers(name, stored);
    this.columns.set(name, column);
    return column;
  }

  private texts(name: string, stored: StoredParts): TextColumn | null {
    const parts = this.parts.map(({ part }) => {
      const column = stored.get(part);
      return { column: column?.kind === 'text' ? column : null, rows: this.rowsOf(name, part) };
    });
    return parts.some(({ column }) => column) ? concatTexts(parts) : null;
  }

  private numbers(name: string, stored: StoredParts): NumberColumn | null {
    const parts = this.parts.map(({ part }) => {
      const column = stored.get(part);
      return { column: column?.kind === 'number' ? column : null, rows: this.rowsOf(name, part) };
    });
    return parts.some(({ column }) => column) ? concatNumbers(parts) : null;
  }

  /** One of the engine's own columns of integers, one a document. */
  integers(name: string): Uint32Array {
    const known = this.integerColumns.get(name);
    if (known) return known;
    const all = new Uint32Array(this.ordinals);
    for (const [part, column] of this.rows.read(name, 0)) {
      if (column.kind === 'integer') all.set(column.values, this.firstOf(part));
    }
    if (name === COLUMN.variantEnds) this.continueEnds(all);
    this.integerColumns.set(name, all);
    return all;
  }

  /** The variants of a document, as rows of the `v:` columns. */
  variantRange(ordinal: number): { from: number; to: number } {
    this.ends ??= this.integers(COLUMN.variantEnds);
    const { ends } = this;
    return { from: ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), to: ends[ordinal] ?? 0 };
  }

  /** A value worked out from this version once, such as a filter's mask. */
  derive<Value>(key: string, make: () => Value): Value {
    if (!this.derived.has(key)) this.derived.set(key, make());
    return this.derived.get(key) as Value;
  }

  /** A value worked out once from something that this version holds, such as a column. */
  deriveFrom<Value>(source: object, make: () => Value): Value {
    if (!this.derivedFrom.has(source)) this.derivedFrom.set(source, make());
    return this.derivedFrom.get(source) as Value;
  }

  /** Says that a list of documents is used by many queries, so that what is counted over it is worth keeping. */
  keepCounts(ids: Uint32Array): Uint32Array {
    this.kept.set(ids, new Map());
    return ids;
  }

  /** What was counted over a list that `keepCounts` was told of, by what was counted. */
  countsOf(ids: Uint32Array): Map<object, Uint32Array> | undefined {
    return this.kept.get(ids);
  }

  private firstOf(part: number): number {
    return this.parts.find((row) => row.part === part)?.first ?? 0;
  }

  /** Each part counts its variants from 0; over all parts they follow on. */
  private continueEnds(ends: Uint32Array): void {
    let before = 0;
    for (const { first, rows } of this.parts) {
      for (let row = first; row < first + rows; row++) ends[row] = (ends[row] ?? 0) + before;
      if (rows > 0) before = ends[first + rows - 1] ?? 0;
    }
  }

  /** Rows of a part: its documents or, for a column of variants, its variants. */
  private rowsOf(name: string, part: number): number {
    const row = this.parts.find((candidate) => candidate.part === part);
    if (!row || row.rows === 0) return 0;
    if (!name.startsWith('v:')) return row.rows;
    return this.variantRange(row.first + row.rows - 1).to - this.variantRange(row.first).from;
  }
}

type StoredParts = ReturnType<ColumnRows['read']>;

function readFields(db: Database): Map<string, FieldInfo> {
  const rows = db
    .prepare<{ name: string; type: FieldType; list: number; filled: number; distinct_values: number }>(
      'SELECT name, type, list, filled, distinct_values FROM field ORDER BY name',
    )
    .all();
  return new Map(
    rows.map(({ name, type, list, filled, distinct_values: distinct }) => [
      name,
      { type, list: list === 1, filled, distinct },
    ]),
  );
}
