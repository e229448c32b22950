import { isObject } from '../../base/json/json-text.ts';
import { hashOfText } from './value-hash.ts';

/** The JSON types that a value may have; `null` and what is empty count as no value. */
export const TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
const NO_TYPE = -1;

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
  /** A price anywhere: its own, a variant's or a view's. */
  isPriced: boolean;
  salePrice: number | undefined;
  /** Ids of the last category of each path. */
  categories: readonly string[];
  brand: string | undefined;
  isAvailable: boolean;
  variants: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Of the product that a line adds; undefined for other lines: the full check reports what is wrong with it. */
export function featuresOf(line: Buffer): Features | undefined {
  try {
    const operation: unknown = JSON.parse(line.toString('utf8'));
    return isObject(operation) && operation.op === 'add'
      ? productFeatures(membersOf(operation.value))
      : undefined;
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}

function productFeatures(product: Members): Features {
  const attributes = membersOf(product.attributes);
  const variants = Object.values(membersOf(product.variants));
  const views = Object.values(membersOf(product.views)).map(membersOf);
  const inViews = views.flatMap((view) => [view, ...Object.values(membersOf(view.variants))]);
  const variant = membersOf(membersOf(variants[0]).attributes);
  const { brand, availability } = attributes;
  const fields: FieldFeature[] = [];
  addFields(fields, attributes, '');
  addFields(fields, variant, 'variants.');
  return {
    fields,
    price: amountOf(attributes.price) ?? amountOf(variant.price),
    isPriced: [product, ...variants, ...inViews].some((part) => hasPrice(membersOf(part))),
    salePrice: amountOf(attributes.sale_price) ?? amountOf(variant.sale_price),
    categories: categoriesOf(attributes.category_paths),
    brand: typeof brand === 'string' && brand !== '' ? brand : undefined,
    isAvailable: availability !== false && availability !== 'false',
    variants: variants.length,
  };
}

function hasPrice(part: Members): boolean {
  return (membersOf(part.attributes).price ?? null) !== null;
}

function addFields(fields: FieldFeature[], attributes: Members, before: string): void {
  for (const name of Object.keys(attributes)) {
    const value = attributes[name];
    const type = typeOf(value);
    if (type === NO_TYPE) continue;
    const length = typeof value === 'string' ? value.length : 0;
    fields.push({ name: before + name, type, hash: hashOf(value), length });
  }
}

function hashOf(value: unknown): number {
  if (typeof value === 'string') return hashOfText(value);
  if (typeof value === 'boolean') return 0;
  return hashOfText(typeof value === 'number' ? String(value) : JSON.stringify(value));
}

function typeOf(value: unknown): number {
  if (typeof value === 'string') return value === '' ? NO_TYPE : TYPES.indexOf('string');
  if (typeof value === 'number') return TYPES.indexOf('number');
  if (typeof value === 'boolean') return TYPES.indexOf('boolean');
  if (Array.isArray(value)) return value.length === 0 ? NO_TYPE : TYPES.indexOf('array');
  return isObject(value) && Object.keys(value).length > 0 ? TYPES.indexOf('object') : NO_TYPE;
}

/** `12.5`, `"12.5"` and `"12.50 EUR"`: 12.5. */
function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const amount = Number.parseFloat(value);
  return Number.isNaN(amount) ? undefined : amount;
}

function categoriesOf(paths: unknown): readonly string[] {
  if (!Array.isArray(paths)) return [];
  const ids = new Set(paths.map(lastId));
  ids.delete('');
  return [...ids];
}

/** The id of the last category of a path. */
function lastId(path: unknown): string {
  const last: unknown = Array.isArray(path) ? path.at(-1) : path;
  const { id } = membersOf(last);
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof last === 'string' ? last : '';
}
