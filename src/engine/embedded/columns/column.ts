/**
 * The values of one field for a run of rows, one number a row. Where rows have at most one value it is the value's
 * code; where some have several it is the number of a set of codes. Rows of a catalog share few sets, so that counting
 * and filtering look at each set once.
 */
export interface CodedRows {
  /** 0 is none. As narrow as the numbers allow, since counting reads them all. */
  values: Codes;
  sets: ValueSets | null;
}

export interface TextColumn extends CodedRows {
  kind: 'text';
  /** `code` stands for `dictionary[code - 1]`. */
  dictionary: string[];
}

export interface NumberColumn extends CodedRows {
  kind: 'number';
  dictionary: number[];
}

export type Column = TextColumn | NumberColumn;

/** Set `n` holds `codes[ends[n - 1] .. ends[n])`; set 0 is empty. */
export interface ValueSets {
  ends: Uint32Array;
  codes: Uint32Array;
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Calls `visit` with the code of each value of a row. */
export function forEachCodeOfRow(column: CodedRows, row: number, visit: (code: number) => void): void {
  forEachCode(column, column.values[row] ?? 0, visit);
}

/** Calls `visit` with each code that a row's number stands for. */
export function forEachCode({ sets }: CodedRows, number: number, visit: (code: number) => void): void {
  if (number === 0) return;
  if (sets === null) {
    visit(number);
    return;
  }
  const end = sets.ends[number] ?? 0;
  for (let at = sets.ends[number - 1] ?? 0; at < end; at++) visit(sets.codes[at] ?? 0);
}

/** The greatest number that a row of the column may have. */
export function getMaxNumber({ sets, dictionary }: Column): number {
  return sets === null ? dictionary.length : sets.ends.length - 1;
}
