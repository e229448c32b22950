import type { ConvertedRow } from '../mapping/map-rows.ts';

/** What most rows do not have. */
type Extras = Pick<ConvertedRow, 'aliases' | 'images' | 'hasOnlyImages' | 'parts'>;

/** A value of packed rows. */
export type Packed = string | number | Extras | undefined;

/** Rows as a message between threads carries them best: one flat list, with numbers in place of names. */
export interface PackedRows {
  /** Names that no list before had; the first has the number that follows the last one of those. */
  names: string[];
  values: Packed[];
}

const FLAG = { parent: 1, claimable: 2, hidden: 4, sameMaps: 8, variant: 16 } as const;
const NO_ALIASES: ConvertedRow['aliases'] = [];

function hasExtras({ aliases, images, hasOnlyImages, parts }: ConvertedRow): boolean {
  return aliases.length > 0 || images !== undefined || hasOnlyImages !== undefined || parts !== undefined;
}

/** Packs rows one by one. */
export class RowPacker {
  readonly #numbers = new Map<string, number>();
  #names: string[] = [];
  #values: Packed[] = [];

  /** How many values wait to be taken. */
  get length(): number {
    return this.#values.length;
  }

  add(row: ConvertedRow, line: number): void {
    const values = this.#values;
    const isSame = row.variant === row.attributes;
    values.push(line, flagsOf(row, isSame), row.id);
    if (row.variantId !== undefined) values.push(row.variantId);
    values.push(hasExtras(row) ? extrasOf(row) : undefined);
    this.#addMap(row.attributes);
    if (!isSame) this.#addMap(row.variant);
  }

  take(): PackedRows {
    const packed = { names: this.#names, values: this.#values };
    this.#names = [];
    this.#values = [];
    return packed;
  }

  #addMap(map: ReadonlyMap<string, string>): void {
    this.#values.push(map.size);
    for (const [name, json] of map) this.#values.push(this.#numberOf(name), json);
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    this.#names.push(name);
    return number;
  }
}

function flagsOf(row: ConvertedRow, isSame: boolean): number {
  return (
    (row.isParent ? FLAG.parent : 0) |
    (row.isClaimable ? FLAG.claimable : 0) |
    (row.isHidden ? FLAG.hidden : 0) |
    (isSame ? FLAG.sameMaps : 0) |
    (row.variantId === undefined ? 0 : FLAG.variant)
  );
}

function extrasOf({ aliases, images, hasOnlyImages, parts }: ConvertedRow): Extras {
  return {
    aliases,
    ...(images === undefined ? {} : { images }),
    ...(hasOnlyImages === undefined ? {} : { hasOnlyImages }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** Makes rows again of what a `RowPacker` gave, list after list in its order. */
export class RowUnpacker {
  readonly #names: string[] = [];
  #values: readonly Packed[] = [];
  #at = 0;

  unpack({ names, values }: PackedRows, onRow: (row: ConvertedRow, line: number) => void): void {
    this.#names.push(...names);
    this.#values = values;
    this.#at = 0;
    while (this.#at < values.length) this.#row(onRow);
  }

  #next(): Packed {
    return this.#values[this.#at++];
  }

  #row(onRow: (row: ConvertedRow, line: number) => void): void {
    const line = this.#next() as number;
    const flags = this.#next() as number;
    const id = this.#next() as string;
    const variantId = (flags & FLAG.variant) === 0 ? undefined : (this.#next() as string);
    const extras = this.#next() as Extras | undefined;
    const attributes = this.#map();
    const row: ConvertedRow = {
      id,
      aliases: NO_ALIASES,
      variantId,
      isParent: (flags & FLAG.parent) !== 0,
      isClaimable: (flags & FLAG.claimable) !== 0,
      isHidden: (flags & FLAG.hidden) !== 0,
      attributes,
      variant: (flags & FLAG.sameMaps) === 0 ? this.#map() : attributes,
    };
    onRow(extras === undefined ? row : { ...row, ...extras }, line);
  }

  #map(): Map<string, string> {
    const map = new Map<string, string>();
    const size = this.#next() as number;
    for (let count = 0; count < size; count++) {
      const name = this.#names[this.#next() as number] as string;
      map.set(name, this.#next() as string);
    }
    return map;
  }
}
