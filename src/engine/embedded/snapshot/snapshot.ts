import type { Database } from '../../../base/files/sqlite.ts';
import type { FieldCatalog, FieldInfo } from '../../fields/field-survey.ts';
import type { Column } from '../columns/column.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import { concatColumns } from '../columns/concat-columns.ts';
import { type Part, readParts } from './index-file.ts';
import { COLUMN, nameProductColumn, nameVariantColumn } from './schema.ts';
import { QueryArena } from './scratch.ts';

/** A column in memory, or that there was none yet, and how many documents it covers. */
interface LoadedColumn {
  column: Column | null;
  ordinals: number;
}

/**
 * One published version of an index in memory: which documents live, and typed columns that are read from the file
 * when first asked for. Never changes; the next version is another snapshot.
 */
export class Snapshot {
  readonly version: number;
  /** Documents ever written, removed ones too. */
  readonly ordinals: number;
  readonly lastPart: number;
  /** 1 for documents that no later part removed. */
  readonly live: Uint8Array;
  readonly liveCount: number;
  /** By the names of their columns. */
  readonly catalog: FieldCatalog;
  readonly fields: ReadonlyMap<string, FieldInfo>;
  /** Memory of the query at hand; searches run one at a time. */
  readonly scratch = new QueryArena();
  readonly #parts: Part[];
  readonly #rows: ColumnRows;
  readonly #columns: Map<string, LoadedColumn>;
  readonly #derived = new Map<string, unknown>();
  readonly #derivedFrom = new WeakMap<object, unknown>();
  #variantEnds: Uint32Array | null = null;
  readonly #kept = new WeakMap<Uint32Array, Map<object, Uint32Array>>();

  /**
   * Reads a version that the file holds. What an earlier version of the same file has in memory is taken over: columns only
   * grow.
   *
   * @throws BrctlError `engine.version_missing`
   */
  constructor(db: Database, version: number, earlier?: Snapshot) {
    this.#columns = new Map(earlier ? earlier.#columns : []);
    this.#parts = readParts(db, version);
    this.#rows = new ColumnRows(db);
    const last = this.#parts.at(-1) as Part;
    this.version = last.version;
    this.lastPart = last.part;
    this.ordinals = last.first + last.rows;
    this.live = markLive(this.#parts, this.ordinals);
    this.liveCount = this.ordinals - this.#parts.reduce((sum, { removed }) => sum + removed.length, 0);
    this.catalog = last.fields;
    const nameColumn = ({ name, on }: FieldInfo) =>
      on === 'variant' ? nameVariantColumn(name) : nameProductColumn(name);
    this.fields = new Map(last.fields.map((field) => [nameColumn(field), field]));
  }

  /** A field's column over all documents or, named `v:…`, over all variants; null when no record has the field. */
  column(name: string): Column | null {
    if (!name.startsWith('#') && !this.fields.has(name)) return null;
    const known = this.#columns.get(name);
    if (known?.ordinals === this.ordinals) return known.column;
    const column = this.#growColumn(name, known ?? { column: null, ordinals: 0 });
    this.#columns.set(name, { column, ordinals: this.ordinals });
    return column;
  }

  /** A column, with the parts that were added since. */
  #growColumn(name: string, loaded: LoadedColumn): Column | null {
    const later = this.#parts.filter(({ first }) => first >= loaded.ordinals);
    const kind = this.fields.get(name)?.type ?? 'text';
    const stored = this.#rows.read(name, kind, later[0]?.part ?? 0, this.lastPart);
    return concatColumns([
      { column: loaded.column, rows: this.#countRows(name, 0, loaded.ordinals) },
      ...later.map(({ part, first, rows }) => ({
        column: stored.get(part) ?? null,
        rows: this.#countRows(name, first, first + rows),
      })),
    ]);
  }

  integers(name: string): Uint32Array {
    return this.derive(name, () => new Uint32Array(this.#rows.readPlain(name, this.lastPart)));
  }

  doubles(name: string): Float64Array {
    return this.derive(name, () => new Float64Array(this.#rows.readPlain(name, this.lastPart)));
  }

  /** Where what is counted by document ends, such as its variants. */
  endsOf(counts: string): Uint32Array {
    return this.derive(`ends:${counts}`, () => {
      const ends = this.integers(counts).slice();
      for (let ordinal = 1; ordinal < ends.length; ordinal++)
        ends[ordinal] = (ends[ordinal] ?? 0) + (ends[ordinal - 1] ?? 0);
      return ends;
    });
  }

  /** Numbers that order as the documents' ids do. */
  get ranks(): Float64Array {
    return this.doubles(COLUMN.rank);
  }

  /** The variants of a document, as rows of the `v:` columns. */
  variantRange(ordinal: number): { from: number; to: number } {
    this.#variantEnds ??= this.endsOf(COLUMN.variantCounts);
    const ends = this.#variantEnds;
    return { from: ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), to: ends[ordinal] ?? 0 };
  }

  /** A value worked out from this version once, such as a filter's mask. */
  derive<Value>(key: string, make: () => Value): Value {
    if (!this.#derived.has(key)) this.#derived.set(key, make());
    return this.#derived.get(key) as Value;
  }

  /** A value worked out once from something that this version holds, such as a column. */
  deriveFrom<Value>(source: object, make: () => Value): Value {
    if (!this.#derivedFrom.has(source)) this.#derivedFrom.set(source, make());
    return this.#derivedFrom.get(source) as Value;
  }

  /** Says that a list of documents is used by many queries, so that what is counted over it is worth keeping. */
  keepCounts(ids: Uint32Array): Uint32Array {
    this.#kept.set(ids, new Map());
    return ids;
  }

  /** Counts over the lists of `keepCounts`, by counted field. */
  countsOf(ids: Uint32Array): Map<object, Uint32Array> | undefined {
    return this.#kept.get(ids);
  }

  /** Rows of a column that these documents have: one each or, for a column of variants, one a variant. */
  #countRows(name: string, from: number, to: number): number {
    if (!name.startsWith('v:') || from === to) return to - from;
    return this.variantRange(to - 1).to - this.variantRange(from).from;
  }
}

function markLive(parts: readonly Part[], ordinals: number): Uint8Array {
  const live = new Uint8Array(ordinals).fill(1);
  for (const { removed } of parts) for (const ordinal of removed) live[ordinal] = 0;
  return live;
}
