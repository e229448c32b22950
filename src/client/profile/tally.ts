import { endianness } from 'node:os';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { DistinctCounter } from './distinct-counter.ts';
import { type Features, type FieldFeature, TYPES } from './features.ts';
import type { CountedValues } from './kernel/feature-kernel.ts';

/** Names beyond these are not counted: a feed with its own name for each product must not fill the memory. */
const MAX_FIELDS = 200;
const MAX_NAMES = 5_000;
const FORMAT = 3;
const BOOLEAN_TYPE = TYPES.indexOf('boolean');
const ENTRY_BYTES = 4;

/** What is counted of one field. */
export interface FieldTally {
  filled: number;
  /** By the places of `TYPES`. */
  types: number[];
  /** Characters of all its texts. */
  characters: number;
  /** Of values that are no booleans. */
  distinct?: DistinctCounter;
}

interface Header {
  format: number;
  /** Order of bytes in the tables. */
  order: string;
  oneIn: number;
  products: number;
  unavailable: number;
  variants: number;
  prices: number[];
  categories: [string, number][];
  brands: [string, number][];
  /** Name, `FieldTally`, and the length of its table of different values; -1 for none. */
  fields: [string, number, number[], number, number][];
}

/**
 * Counters over the profiled products of a catalog, from which its profile is made. A product can be taken out again, so
 * that the counters of a catalog and a few changes give those of the next one.
 */
export class Tally {
  /** Of how many products one is counted. */
  readonly oneIn: number;
  products = 0;
  unavailable = 0;
  variants = 0;
  /** Products by the bin of their price. */
  readonly prices: Int32Array;
  readonly categories: Map<string, number>;
  readonly brands: Map<string, number>;
  readonly fields: Map<string, FieldTally>;

  constructor(
    oneIn: number,
    known: Partial<Pick<Tally, 'prices' | 'categories' | 'brands' | 'fields'>> = {},
  ) {
    this.oneIn = oneIn;
    this.prices = known.prices ?? new Int32Array(PRICE_BINS);
    this.categories = known.categories ?? new Map();
    this.brands = known.brands ?? new Map();
    this.fields = known.fields ?? new Map();
  }

  add(product: Features): void {
    this.#count(product, 1);
  }

  /** Values of a field, of products that were added without them. */
  addValues(name: string, { filled, types, characters, hashes }: CountedValues): void {
    const field = this.#field(name);
    if (field === undefined) return;
    field.filled += filled;
    field.types = field.types.map((count, type) => count + (types[type] ?? 0));
    field.characters += characters;
    if (hashes.length === 0) return;
    field.distinct ??= new DistinctCounter();
    field.distinct.addAll(hashes);
  }

  /** Takes out what was added just so. */
  remove(product: Features): void {
    this.#count(product, -1);
  }

  /** How many products have a value of a field, by its hash. */
  countOf(field: string, hash: number): number {
    return this.fields.get(field)?.distinct?.countOf(hash) ?? 0;
  }

  /** The counters as they are kept: a line of JSON, then the tables of different values. */
  encode(): Buffer {
    const fields = [...this.fields].map(([name, field]) => ({
      ...field,
      name,
      table: field.distinct?.encode(),
    }));
    const header: Header = {
      format: FORMAT,
      order: endianness(),
      oneIn: this.oneIn,
      products: this.products,
      unavailable: this.unavailable,
      variants: this.variants,
      prices: [...this.prices],
      categories: [...this.categories],
      brands: [...this.brands],
      fields: fields.map(({ name, filled, types, characters, table }) => [
        name,
        filled,
        types,
        characters,
        table?.length ?? -1,
      ]),
    };
    const tables = fields.flatMap(({ table }) => (table === undefined ? [] : [bytesOf(table)]));
    return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...tables]);
  }

  /** Reads what `encode` gave; undefined for anything else: the catalog is then counted anew. */
  static decode(document: Buffer): Tally | undefined {
    const feed = document.indexOf(LINE_FEED);
    const header = readHeader(document.toString('utf8', 0, Math.max(0, feed)));
    if (header === undefined) return undefined;
    const entries = header.fields.reduce((sum, [, , , , length]) => sum + Math.max(0, length), 0);
    if (document.length - feed - 1 !== entries * ENTRY_BYTES) return undefined;
    let at = feed + 1;
    const fields = header.fields.map(([name, filled, types, characters, length]) => {
      if (length < 0) return [name, { filled, types, characters }] as const;
      const end = at + length * ENTRY_BYTES;
      const distinct = new DistinctCounter(readTable(document, at, end));
      at = end;
      return [name, { filled, types, characters, distinct }] as const;
    });
    const tally = new Tally(header.oneIn, {
      prices: Int32Array.from(header.prices),
      categories: new Map(header.categories),
      brands: new Map(header.brands),
      fields: new Map(fields),
    });
    const { products, unavailable, variants } = header;
    return Object.assign(tally, { products, unavailable, variants });
  }

  #count(product: Features, sign: 1 | -1): void {
    this.products += sign;
    this.variants += sign * product.variants;
    if (!product.isAvailable) this.unavailable += sign;
    if (product.price !== undefined) {
      const bin = binOf(product.price);
      this.prices[bin] = (this.prices[bin] as number) + sign;
    }
    for (const id of product.categories) countName(this.categories, id, sign);
    if (product.brand !== undefined) countName(this.brands, product.brand, sign);
    for (const feature of product.fields) {
      const field = this.#field(feature.name);
      if (field !== undefined) countField(field, feature, sign);
    }
  }

  #field(name: string): FieldTally | undefined {
    let field = this.fields.get(name);
    if (field !== undefined || this.fields.size >= MAX_FIELDS) return field;
    field = { filled: 0, types: TYPES.map(() => 0), characters: 0 };
    this.fields.set(name, field);
    return field;
  }
}

function countField(field: FieldTally, { type, hash, length }: FieldFeature, sign: 1 | -1): void {
  field.filled += sign;
  field.types[type] = (field.types[type] ?? 0) + sign;
  field.characters += sign * length;
  if (type === BOOLEAN_TYPE) return;
  field.distinct ??= new DistinctCounter();
  if (sign === 1) field.distinct.add(hash);
  else field.distinct.remove(hash);
}

function countName(names: Map<string, number>, name: string, by: number): void {
  const count = (names.get(name) ?? 0) + by;
  if (count <= 0) names.delete(name);
  else if (names.has(name) || names.size < MAX_NAMES) names.set(name, count);
}

function readHeader(text: string): Header | undefined {
  try {
    const header: Header | null = JSON.parse(text);
    return header?.format === FORMAT && header.order === endianness() && header.prices.length === PRICE_BINS
      ? header
      : undefined;
  } catch {
    return undefined;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** In its own memory, where it is aligned. */
function readTable(bytes: Buffer, start: number, end: number): Uint32Array {
  const copy = Uint8Array.prototype.slice.call(bytes, start, end);
  return new Uint32Array(copy.buffer);
}

/** From 0.01 to 10,000,000. */
const LOWEST_DECADE = -2;
const DECADES = 9;
const BINS_PER_DECADE = 8;
/** The first is for what is below, the last for what is above. */
export const PRICE_BINS = DECADES * BINS_PER_DECADE + 2;

/** The bin of a price: the same ones for every feed, each a third wider than the one before. */
function binOf(price: number): number {
  if (!(price > 0)) return 0;
  const bin = Math.floor((Math.log10(price) - LOWEST_DECADE) * BINS_PER_DECADE) + 1;
  return Math.min(PRICE_BINS - 1, Math.max(0, bin));
}

/** The price at a place within a bin, from 0 to 1. */
export function priceAt(bin: number, place: number): number {
  return 10 ** ((bin - 1 + place) / BINS_PER_DECADE + LOWEST_DECADE);
}
