import type { CatalogLines } from './catalog-lines.ts';

const FREE = -1;
/** Slots for each line: few collisions, little memory. */
const SLOTS_PER_LINE = 2;

/** Finds the line of a catalog by the fingerprint of its id. */
export class IdTable {
  /** Does an id come twice, as far as fingerprints tell? */
  readonly hasDuplicates: boolean;
  readonly #lines: CatalogLines;
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(lines: CatalogLines) {
    this.#lines = lines;
    const slots = 2 ** Math.ceil(Math.log2(lines.count * SLOTS_PER_LINE + 1));
    this.#slots = new Int32Array(slots).fill(FREE);
    this.#mask = slots - 1;
    let duplicates = 0;
    for (let line = 0; line < lines.count; line++) {
      const slot = this.#slotOf(lines, line);
      if (this.#slots[slot] === FREE) this.#slots[slot] = line;
      else duplicates++;
    }
    this.hasDuplicates = duplicates > 0;
  }

  /** The line with the id of a line of another catalog, -1 where there is none. */
  find(others: CatalogLines, other: number): number {
    return this.#slots[this.#slotOf(others, other)] as number;
  }

  /** The slot of that line's id: taken by the line that has it, or free. */
  #slotOf(others: CatalogLines, other: number): number {
    let slot = others.idHighOf(other) & this.#mask;
    for (;;) {
      const line = this.#slots[slot] as number;
      if (line === FREE || this.#lines.hasSameId(line, others, other)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}
