import { TextTable } from '../../values/text-table.ts';
import type { ValueSets } from './column.ts';

const UNITS_PER_CODE = Uint32Array.BYTES_PER_ELEMENT / Uint16Array.BYTES_PER_ELEMENT;

/** Numbers distinct lists of codes from 1 on, as a table of texts does that are written in codes. */
export class SetCollector {
  readonly #table = new TextTable();
  readonly #units: Uint16Array;

  /** The lists are runs of `codes`. */
  constructor(codes: Uint32Array) {
    this.#units = new Uint16Array(codes.buffer, codes.byteOffset, codes.length * UNITS_PER_CODE);
  }

  /** The number of the list of codes from one place to another. */
  numberOf(from: number, to: number): number {
    return this.#table.numberOf(this.#units, from * UNITS_PER_CODE, to * UNITS_PER_CODE);
  }

  finish(): ValueSets {
    const { size } = this.#table;
    const ends = Uint32Array.from(
      { length: size + 1 },
      (_, number) => this.#table.endOf(number) / UNITS_PER_CODE,
    );
    const units = this.#table.allUnits.slice(0, this.#table.endOf(size));
    return { ends, codes: new Uint32Array(units.buffer) };
  }
}
