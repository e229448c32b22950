/**
 * The values of one field for a run of rows. With `ends` null every row has at most one value, at `values[row]`
 * (0 or NaN: none); otherwise row `r` has `values[ends[r - 1] .. ends[r])`.
 */
export interface TextColumn {
  kind: 'text';
  ends: Uint32Array | null;
  /** 0 is none, `code` stands for `dictionary[code - 1]`. As narrow as the dictionary allows: counting reads them all. */
  values: Codes;
  dictionary: string[];
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

export interface NumberColumn {
  kind: 'number';
  ends: Uint32Array | null;
  values: Float64Array;
}

export type Column = TextColumn | NumberColumn;

/** Calls `visit` with each value (code or number) of a row. */
export function eachValue(column: Column, row: number, visit: (value: number) => void): void {
  const { ends, values } = column;
  if (ends === null) {
    const value = values[row] ?? Number.NaN;
    if (column.kind === 'text' ? value > 0 : !Number.isNaN(value)) visit(value);
    return;
  }
  const end = ends[row] ?? 0;
  for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) visit(values[at] ?? 0);
}

/** Calls `visit` with each value of each row, and with the row's place in the list. */
export function eachValueOf(
  column: Column,
  rows: Uint32Array,
  visit: (value: number, at: number) => void,
): void {
  const { ends, values, kind } = column;
  if (ends !== null) {
    for (let at = 0; at < rows.length; at++) eachValue(column, rows[at] ?? 0, (value) => visit(value, at));
    return;
  }
  for (let at = 0; at < rows.length; at++) {
    const value = values[rows[at] ?? 0] ?? Number.NaN;
    if (kind === 'text' ? value > 0 : !Number.isNaN(value)) visit(value, at);
  }
}

/** Columns of the same field over consecutive rows become one; dictionaries are merged. `rows` counts each part's rows. */
export function concatColumns(
  parts: readonly { column: Column | null; rows: number }[],
  kind: Column['kind'],
): Column {
  const present = parts.flatMap(({ column }) => (column?.kind === kind ? [column] : []));
  const multi = present.some(({ ends }) => ends !== null);
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const dictionary = new MergedDictionary();
  const size = multi ? present.reduce((sum, { values }) => sum + values.length, 0) : rows;
  const values = kind === 'text' ? new Uint32Array(size) : new Float64Array(size).fill(Number.NaN);
  const ends = multi ? new Uint32Array(rows) : null;
  let row = 0;
  let at = 0;
  for (const { column, rows: count } of parts) {
    const usable = column?.kind === kind ? column : null;
    const codes = usable?.kind === 'text' ? dictionary.add(usable.dictionary) : null;
    if (ends) at = appendMulti({ values, ends, row, at }, usable, count, codes);
    else if (usable) copyValues(values, row, usable.values, codes);
    row += count;
  }
  return kind === 'text'
    ? {
        kind,
        ends,
        values: narrowed(values as Uint32Array, dictionary.values.length),
        dictionary: dictionary.values,
      }
    : { kind, ends, values: values as Float64Array };
}

function narrowed(codes: Uint32Array, greatest: number): Codes {
  if (greatest <= 0xff) return Uint8Array.from(codes);
  return greatest <= 0xffff ? Uint16Array.from(codes) : codes;
}

/** Dictionaries one after the other, each text once. */
class MergedDictionary {
  values: string[] = [];
  private codes: Map<string, number> | null = null;

  /** New codes of the added dictionary's codes, by old code; null where they stay as they are. */
  add(dictionary: readonly string[]): Uint32Array | null {
    if (this.values.length === 0) {
      this.values = [...dictionary];
      return null;
    }
    this.codes ??= new Map(this.values.map((value, at) => [value, at + 1]));
    const renamed = new Uint32Array(dictionary.length + 1);
    for (const [at, value] of dictionary.entries()) renamed[at + 1] = this.codeOf(value, this.codes);
    return renamed;
  }

  private codeOf(value: string, codes: Map<string, number>): number {
    const known = codes.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    codes.set(value, this.values.length);
    return this.values.length;
  }
}

function copyValues(
  target: Uint32Array | Float64Array,
  at: number,
  source: Codes | Float64Array,
  codes: Uint32Array | null,
): void {
  if (codes === null) target.set(source, at);
  else for (let from = 0; from < source.length; from++) target[at + from] = codes[source[from] ?? 0] ?? 0;
}

interface MultiTarget {
  values: Uint32Array | Float64Array;
  ends: Uint32Array;
  row: number;
  at: number;
}

/** Appends `count` rows and gives where the next value goes. */
function appendMulti(
  target: MultiTarget,
  column: Column | null,
  count: number,
  codes: Uint32Array | null,
): number {
  let at = target.at;
  for (let row = 0; row < count; row++) {
    if (column) {
      eachValue(column, row, (value) => {
        target.values[at++] = codes ? (codes[value] ?? 0) : value;
      });
    }
    target.ends[target.row + row] = at;
  }
  return at;
}
