import type { Database } from '../../../base/files/sqlite.ts';
import type { FieldCatalog, FieldInfo } from '../../fields/field-survey.ts';
import { growCodes } from '../columns/coded-numbers.ts';
import type { Column, NumberColumn, TextColumn } from '../columns/column.ts';
import { ColumnRows, type IntegerColumn } from '../columns/column-rows.ts';
import { concatNumbers, concatTexts } from '../columns/concat-columns.ts';
import { type Part, readParts } from './index-file.ts';
import { readRanks } from './ranks.ts';
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
  readonly ranks: Float64Array;
  /** Memory of the query at hand; searches run one at a time. */
  readonly scratch = new QueryArena();
  readonly #parts: Part[];
  readonly #rows: ColumnRows;
  readonly #columns: Map<string, LoadedColumn>;
  readonly #integerColumns: Map<string, Uint32Array>;
  readonly #derived = new Map<string, unknown>();
  readonly #derivedFrom = new WeakMap<object, unknown>();
  readonly #kept = new WeakMap<Uint32Array, Map<object, Uint32Array>>();
  #ends: Uint32Array | null = null;

  /**
   * Reads a version that the file holds. What an earlier version of the same file has in memory is taken over: columns only
   * grow.
   *
   * @throws BrctlError `engine.version_missing`
   */
  constructor(db: Database, version: number, earlier?: Snapshot) {
    this.#columns = new Map(earlier ? earlier.#columns : []);
    this.#integerColumns = new Map(earlier ? earlier.#integerColumns : []);
    this.#parts = readParts(db, version);
    this.#rows = new ColumnRows(db);
    const last = this.#parts.at(-1) as Part;
    this.version = last.version;
    this.lastPart = last.part;
    this.ordinals = last.first + last.rows;
    this.live = liveDocuments(this.#parts, this.ordinals);
    this.liveCount = this.ordinals - this.#parts.reduce((sum, { removed }) => sum + removed.length, 0);
    this.ranks = readRanks(db, last.part);
    this.catalog = last.fields;
    this.fields = new Map(last.fields.map((field) => [columnOf(field), field]));
  }

  /** A field's column over all documents or, named `v:…`, over all variants; null when no record has the field. */
  column(name: string): Column | null {
    if (!name.startsWith('#') && !this.fields.has(name)) return null;
    const known = this.#columns.get(name);
    if (known?.ordinals === this.ordinals) return known.column;
    const column = this.#grown(name, known ?? { column: null, ordinals: 0 });
    this.#columns.set(name, { column, ordinals: this.ordinals });
    return column;
  }

  /** A column, with the parts that were added since. */
  #grown(name: string, known: LoadedColumn): Column | null {
    const kind = this.fields.get(name)?.type ?? (OWN_NUMBERS.has(name) ? 'number' : 'text');
    const later = this.#partsFrom(known.ordinals);
    const stored = this.#rows.read(name, later[0]?.part ?? 0, this.lastPart);
    const columns = later.map((part) => ({
      column: stored.get(part.part) ?? null,
      rows: this.#rowsOf(name, part.first, part.first + part.rows),
    }));
    columns.unshift({ column: known.column, rows: this.#rowsOf(name, 0, known.ordinals) });
    return kind === 'text' ? texts(columns) : numbers(columns);
  }

  /** The parts that hold documents from this one on; each part is in memory whole or not at all. */
  #partsFrom(ordinal: number): Part[] {
    return this.#parts.filter(({ first }) => first >= ordinal);
  }

  integers(name: string): Uint32Array {
    const known = this.#integerColumns.get(name) ?? NO_INTEGERS;
    if (known.length === this.ordinals && known !== NO_INTEGERS) return known;
    const all = new Uint32Array(this.ordinals);
    all.set(known);
    const later = this.#partsFrom(known.length);
    const stored = this.#rows.read(name, later[0]?.part ?? 0, this.lastPart);
    for (const { part, first } of later) {
      const column = stored.get(part);
      if (column?.kind === 'integer') all.set(column.values, first);
    }
    if (name === COLUMN.variantEnds) continueEnds(all, later);
    this.#integerColumns.set(name, all);
    return all;
  }

  /** The variants of a document, as rows of the `v:` columns. */
  variantRange(ordinal: number): { from: number; to: number } {
    this.#ends ??= this.integers(COLUMN.variantEnds);
    const ends = this.#ends;
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
  #rowsOf(name: string, from: number, to: number): number {
    if ((!name.startsWith('v:') && name !== COLUMN.variantIds) || from === to) return to - from;
    return this.variantRange(to - 1).to - this.variantRange(from).from;
  }
}

/** The engine's own columns that are neither texts nor plain integers. */
const OWN_NUMBERS: ReadonlySet<string> = new Set([COLUMN.stores, COLUMN.variantIds]);
const NO_INTEGERS = new Uint32Array(0);

function liveDocuments(parts: readonly Part[], ordinals: number): Uint8Array {
  const live = new Uint8Array(ordinals).fill(1);
  for (const { removed } of parts) for (const ordinal of removed) live[ordinal] = 0;
  return live;
}

interface PartColumn {
  column: Column | IntegerColumn | null;
  rows: number;
}

function texts(parts: readonly PartColumn[]): TextColumn | null {
  const own = parts.map(({ column, rows }) => ({ column: column?.kind === 'text' ? column : null, rows }));
  return own.some(({ column }) => column) ? concatTexts(own) : null;
}

function numbers(parts: readonly PartColumn[]): NumberColumn | null {
  const own = parts.map(({ column, rows }) => ({ column: column?.kind === 'number' ? column : null, rows }));
  if (own.every(({ column }) => column === null)) return null;
  const whole = concatNumbers(own);
  const [before] = own;
  if (before?.column) growCodes(before.column, whole);
  return whole;
}

/** Each part counts its variants from 0; over all parts they follow on. */
function continueEnds(ends: Uint32Array, parts: readonly Part[]): void {
  for (const { first, rows } of parts) {
    const before = first === 0 ? 0 : (ends[first - 1] ?? 0);
    for (let row = first; row < first + rows; row++) ends[row] = (ends[row] ?? 0) + before;
  }
}

function columnOf({ name, on }: FieldInfo): string {
  return on === 'variant' ? nameVariantColumn(name) : nameProductColumn(name);
}
