import type { TakeValue } from './kernel/feature-kernel.ts';

/** The JSON types that a value may have; `null` and what is empty count as no value. */
export const TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;

/** What a profile knows of one value. */
export interface FieldFeature {
  /** Of an attribute of the product, or of its first variant: `variants.…`. */
  name: string;
  /** A place of `TYPES`. */
  type: number;
  /** Of the value; of no use for booleans. */
  hash: number;
  /** Of a text, in UTF-16 units; else 0. */
  length: number;
}

/** What a profile knows of one product. */
export interface Features {
  /** Those without a value are left out. */
  fields: readonly FieldFeature[];
  /** In the currency of the feed; the first variant's where the product has none. */
  price: number | undefined;
  salePrice: number | undefined;
  /** Ids of the last category of each path. */
  categories: readonly string[];
  brand: string | undefined;
  isAvailable: boolean;
  variants: number;
}

/** Values of which more is to be known than their hash. */
export const ROLES: readonly string[] = [
  'price',
  'sale_price',
  'variants.price',
  'variants.sale_price',
  'category_paths',
  'brand',
  'availability',
];

const [PRICE, SALE_PRICE, VARIANT_PRICE, VARIANT_SALE_PRICE, CATEGORY_PATHS, BRAND, AVAILABILITY] = [
  0, 1, 2, 3, 4, 5, 6,
] as const;

type Members = { [name: string]: unknown };

/** The values of a product as they come. */
export class Gathered {
  readonly #bytes: Buffer;
  readonly #fields: FieldFeature[] = [];
  readonly #known: unknown[] = ROLES.map(() => undefined);

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  readonly take: TakeValue = (name, type, hash, length, start, end) => {
    this.#fields.push({ name, type, hash, length });
    const role = ROLES.indexOf(name);
    if (role >= 0) this.#known[role] = JSON.parse(this.#bytes.toString('utf8', start, end));
  };

  features(variants: number): Features {
    return featuresOf(this.#fields, this.#known, variants);
  }
}

/** @param known by the places of `ROLES` */
export function featuresOf(
  fields: readonly FieldFeature[],
  known: readonly unknown[],
  variants: number,
): Features {
  const brand = known[BRAND];
  const availability = known[AVAILABILITY];
  return {
    fields,
    price: amountOf(known[PRICE]) ?? amountOf(known[VARIANT_PRICE]),
    salePrice: amountOf(known[SALE_PRICE]) ?? amountOf(known[VARIANT_SALE_PRICE]),
    categories: categoriesOf(known[CATEGORY_PATHS]),
    brand: typeof brand === 'string' ? brand : undefined,
    isAvailable: availability !== false && availability !== 'false',
    variants,
  };
}

/** `12.5`, `"12.5"` and `"12.50 EUR"`: 12.5. */
function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const amount = Number.parseFloat(value);
  return Number.isNaN(amount) ? undefined : amount;
}

/** Of paths that come again and again. */
const knownCategories = new WeakMap<object, readonly string[]>();

function categoriesOf(paths: unknown): readonly string[] {
  if (!Array.isArray(paths)) return [];
  let ids = knownCategories.get(paths);
  if (ids === undefined) {
    const all = paths.map(lastId);
    ids = all.filter((id, at) => id !== '' && all.indexOf(id) === at);
    knownCategories.set(paths, ids);
  }
  return ids;
}

/** The id of the last category of a path. */
function lastId(path: unknown): string {
  const last: unknown = Array.isArray(path) ? path.at(-1) : path;
  const { id } = typeof last === 'object' && last !== null ? (last as Members) : {};
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof last === 'string' ? last : '';
}
