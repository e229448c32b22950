/**
 * The values of one text field for a run of rows, one number a row. Where rows have at most one value it is the value's
 * code; where some have several it is the number of a set of codes. Rows of a catalog share few sets, so that counting
 * and filtering look at each set once.
 */
export interface TextColumn {
  kind: 'text';
  /** 0 is none. As narrow as the numbers allow, since counting reads them all. */
  values: Codes;
  sets: ValueSets | null;
  /** `code` stands for `dictionary[code - 1]`. */
  dictionary: string[];
}

/** Set `n` holds `codes[ends[n - 1] .. ends[n])`; set 0 is empty. */
export interface ValueSets {
  ends: Uint32Array;
  codes: Uint32Array;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * The values of one number field. With `ends` null every row has at most one, at `values[row]` (NaN: none); otherwise
 * row `r` has `values[ends[r - 1] .. ends[r])`.
 */
export interface NumberColumn {
  kind: 'number';
  ends: Uint32Array | null;
  values: Float64Array;
}

export type Column = TextColumn | NumberColumn;

/**
 * The numbers of a number column by code, derived from it where rows have at most one and share few; `code` stands for
 * `distinct[code - 1]`, and they ascend.
 */
export interface CodedNumbers {
  values: Codes;
  sets: null;
  distinct: Float64Array;
}

/** Whether no row has several values. */
export function isSingle(column: Column): boolean {
  return column.kind === 'text' ? column.sets === null : column.ends === null;
}

/** Calls `visit` with each value (code or number) of a row. */
export function forEachValue(column: Column, row: number, visit: (value: number) => void): void {
  if (column.kind === 'text') {
    forEachCode(column, column.values[row] ?? 0, visit);
    return;
  }
  const { ends, values } = column;
  if (ends === null) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isNaN(value)) visit(value);
    return;
  }
  const end = ends[row] ?? 0;
  for (let at = row === 0 ? 0 : (ends[row - 1] ?? 0); at < end; at++) visit(values[at] ?? 0);
}

/** Calls `visit` with each code that a row's number stands for. */
export function forEachCode({ sets }: TextColumn, number: number, visit: (code: number) => void): void {
  if (number === 0) return;
  if (sets === null) {
    visit(number);
    return;
  }
  const end = sets.ends[number] ?? 0;
  for (let at = sets.ends[number - 1] ?? 0; at < end; at++) visit(sets.codes[at] ?? 0);
}

/** The greatest number that a row of the column may have. */
export function getMaxNumber(column: TextColumn | CodedNumbers): number {
  if ('distinct' in column) return column.distinct.length;
  return column.sets === null ? column.dictionary.length : column.sets.ends.length - 1;
}
