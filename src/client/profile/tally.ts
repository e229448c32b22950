import { type Features, type FieldFeature, TYPES } from './features.ts';
import type { ValueKey } from './value-key.ts';

/** Names beyond these are not counted: a feed with its own name for each product must not fill the memory. */
const MAX_FIELDS = 200;
const MAX_NAMES = 5_000;
const BOOLEAN_TYPE = TYPES.indexOf('boolean');

/** Counts of one field. */
export interface FieldTally {
  filled: number;
  /** By the places of `TYPES`. */
  types: number[];
  /** Characters of all its texts. */
  characters: number;
  /** Values that are no booleans, and how often each is there. */
  distinct?: Map<ValueKey, number>;
}

/** Counters over the profiled products of a catalog, from which its profile is made. */
export class Tally {
  /** Of how many products one is counted. */
  readonly oneIn: number;
  products = 0;
  unavailable = 0;
  priced = 0;
  incomplete = 0;
  variants = 0;
  /** Products by the bin of their price. */
  readonly prices = new Int32Array(PRICE_BINS);
  readonly categories = new Map<string, number>();
  readonly brands = new Map<string, number>();
  readonly fields = new Map<string, FieldTally>();

  constructor(oneIn: number) {
    this.oneIn = oneIn;
  }

  add(product: Features): void {
    this.products++;
    this.variants += product.variants;
    if (!product.isAvailable) this.unavailable++;
    if (product.isPriced) this.priced++;
    if (!product.isComplete) this.incomplete++;
    if (product.price !== undefined) {
      const bin = chooseBin(product.price);
      this.prices[bin] = (this.prices[bin] as number) + 1;
    }
    for (const id of product.categories) countName(this.categories, id);
    if (product.brand !== undefined) countName(this.brands, product.brand);
    for (const feature of product.fields) {
      const field = this.#getField(feature.name);
      if (field !== undefined) countField(field, feature);
    }
  }

  /** How many products have a value of a field. */
  getCount(field: string, value: ValueKey): number {
    return this.fields.get(field)?.distinct?.get(value) ?? 0;
  }

  #getField(name: string): FieldTally | undefined {
    let field = this.fields.get(name);
    if (field !== undefined || this.fields.size >= MAX_FIELDS) return field;
    field = { filled: 0, types: TYPES.map(() => 0), characters: 0 };
    this.fields.set(name, field);
    return field;
  }
}

function countField(field: FieldTally, { type, value, length }: FieldFeature): void {
  field.filled++;
  field.types[type] = (field.types[type] ?? 0) + 1;
  field.characters += length;
  if (type === BOOLEAN_TYPE) return;
  field.distinct ??= new Map();
  field.distinct.set(value, (field.distinct.get(value) ?? 0) + 1);
}

function countName(names: Map<string, number>, name: string): void {
  const count = names.get(name);
  if (count !== undefined || names.size < MAX_NAMES) names.set(name, (count ?? 0) + 1);
}

/** From 0.01 to 10,000,000. */
const MIN_DECADE = -2;
const DECADES = 9;
const BINS_PER_DECADE = 8;
/** The first is for what is below, the last for what is above. */
export const PRICE_BINS = DECADES * BINS_PER_DECADE + 2;

/** The bin of a price: the same ones for every feed, each a third wider than the one before. */
function chooseBin(price: number): number {
  if (!(price > 0)) return 0;
  const bin = Math.floor((Math.log10(price) - MIN_DECADE) * BINS_PER_DECADE) + 1;
  return Math.min(PRICE_BINS - 1, Math.max(0, bin));
}

/** The price at a place within a bin, from 0 to 1. */
export function interpolatePrice(bin: number, place: number): number {
  return 10 ** ((bin - 1 + place) / BINS_PER_DECADE + MIN_DECADE);
}
