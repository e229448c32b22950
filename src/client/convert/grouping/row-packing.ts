import { RawJson } from '../../../base/json/lossless.ts';
import type { Cell, FieldNames } from '../rows/fields.ts';

/** A value of packed rows: line, number of cells and the cells of each. */
type Packed = number | Cell;

/** Rows as a message between threads carries them best: one flat list. */
export interface PackedRows {
  /** Fields that were met since the message before. */
  fields: string[];
  values: Packed[];
}

/** A message has this many values or characters, and what the row that fills it has more: few enough to be gone before memory is tidied up. */
const MESSAGE_VALUES = 8_000;
const MESSAGE_CHARACTERS = 1 << 22;

/** Packs rows one by one. */
export class RowPacker {
  readonly #fields: FieldNames;
  #known = 0;
  #values: Packed[] = [];
  #characters = 0;

  /** @param fields by whose numbers the cells stand */
  constructor(fields: FieldNames) {
    this.#fields = fields;
  }

  get isFull(): boolean {
    return this.#values.length >= MESSAGE_VALUES || this.#characters >= MESSAGE_CHARACTERS;
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  add(cells: readonly Cell[], line: number): void {
    const values = this.#values;
    values.push(line, cells.length);
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at];
      values.push(cell);
      if (typeof cell === 'string') this.#characters += cell.length;
    }
  }

  take(): PackedRows {
    const packed = { fields: this.#fields.names.slice(this.#known), values: this.#values };
    this.#known = this.#fields.names.length;
    this.#values = [];
    this.#characters = 0;
    return packed;
  }
}

/** Makes rows again of what a `RowPacker` gave, list after list in its order. */
export function unpackRows(
  { fields, values }: PackedRows,
  into: FieldNames,
  onRow: (cells: readonly Cell[], line: number) => void,
): void {
  for (const name of fields) into.numberOf(name);
  for (let at = 0; at < values.length; ) {
    const line = values[at] as number;
    const start = at + 2;
    at = start + (values[at + 1] as number);
    const cells = values.slice(start, at) as Cell[];
    for (let cell = 0; cell < cells.length; cell++)
      if (typeof cells[cell] === 'object') cells[cell] = withClass(cells[cell] as RawJson | string[]);
    onRow(cells, line);
  }
}

/** A message does not say of what class an object is. */
function withClass(cell: RawJson | string[]): Cell {
  return Array.isArray(cell) ? cell : new RawJson(cell.text);
}
