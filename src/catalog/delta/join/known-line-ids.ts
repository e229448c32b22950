import type { LineTable } from './line-table.ts';

/** A table of lines by their ids. */
export class LineIdIndex {
  readonly #lines: LineTable;
  /** 1 more than a line, or 0; an id is looked for from the place on that its fingerprint gives. */
  readonly #slots: Int32Array;

  /** @param most this many of the lines are added */
  constructor(lines: LineTable, most = lines.count) {
    this.#lines = lines;
    this.#slots = new Int32Array(slotsFor(most));
  }

  /** Adds a line, unless one with its id is there: false then. */
  add(line: number): boolean {
    const slot = this.#slotOf(this.#lines, line);
    if (this.#slots[slot] !== 0) return false;
    this.#slots[slot] = line + 1;
    return true;
  }

  /** The line that has the id of a line of another catalog; -1 where none has. */
  find(others: LineTable, line: number): number {
    return (this.#slots[this.#slotOf(others, line)] as number) - 1;
  }

  /** Where the id of a line is, or would be. Fingerprints are spread evenly by themselves. */
  #slotOf(lines: LineTable, line: number): number {
    const last = this.#slots.length - 1;
    let slot = lines.idWord(line) & last;
    for (;;) {
      const other = this.#slots[slot] as number;
      if (other === 0 || lines.hasSameId(line, this.#lines, other - 1)) return slot;
      slot = (slot + 1) & last;
    }
  }
}

/** A power of two, at least twice as many as there are ids. */
export function slotsFor(ids: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, ids * 2)));
}
