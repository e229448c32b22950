import { isObject } from '../../base/json/shape.ts';
import { toValueKey, type ValueKey } from './value-key.ts';

/** The JSON types that a value may have; `null` and what is empty count as no value. */
export const TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
const NO_TYPE = -1;

/** Features of one value. */
export interface FieldFeature {
  /** Of an attribute of the product, or of its first variant: `variants.…`. */
  name: string;
  /** A place of `TYPES`. */
  type: number;
  value: ValueKey;
  /** Of a text, in UTF-16 units; else 0. */
  length: number;
}

/** Features of one product. */
export interface Features {
  /** Those without a value are left out. */
  fields: readonly FieldFeature[];
  /** In the currency of the feed; the first variant's where the product has none. */
  price: number | undefined;
  /** A price anywhere: its own, a variant's or a view's. */
  isPriced: boolean;
  /** With a title, a price anywhere and a url. */
  isComplete: boolean;
  salePrice: number | undefined;
  /** Ids of the last category of each path. */
  categories: readonly string[];
  brand: string | undefined;
  isAvailable: boolean;
  variants: number;
}

type Members = Readonly<Record<string, unknown>>;

/** Of the product that a line adds; undefined for other lines: the full check reports what is wrong with it. */
export function extractFeatures(line: Buffer): Features | undefined {
  try {
    const operation: unknown = JSON.parse(line.toString('utf8'));
    return isObject(operation) && operation.op === 'add'
      ? readFeatures(asMembers(operation.value))
      : undefined;
  } catch {
    return undefined;
  }
}

function asMembers(value: unknown): Members {
  return isObject(value) ? value : {};
}

function readFeatures(product: Members): Features {
  const attributes = asMembers(product.attributes);
  const variants = Object.values(asMembers(product.variants));
  const variant = asMembers(asMembers(variants[0]).attributes);
  const { brand, availability } = attributes;
  const fields: FieldFeature[] = [];
  for (const name in attributes) addField(fields, name, attributes[name]);
  for (const name in variant) addField(fields, nameInVariants(name), variant[name]);
  const isPriced = hasPrice(product) || variants.some(hasPrice) || hasPriceInView(product);
  return {
    fields,
    price: parseAmount(attributes.price) ?? parseAmount(variant.price),
    isPriced,
    isComplete: isPriced && hasValue(attributes.title) && hasValue(attributes.url),
    salePrice: parseAmount(attributes.sale_price) ?? parseAmount(variant.sale_price),
    categories: listCategories(attributes.category_paths),
    brand: typeof brand === 'string' && brand !== '' ? brand : undefined,
    isAvailable: availability !== false && availability !== 'false',
    variants: variants.length,
  };
}

function hasPriceInView({ views }: Members): boolean {
  const parts = Object.values(asMembers(views)).map(asMembers);
  return parts.some((view) => hasPrice(view) || Object.values(asMembers(view.variants)).some(hasPrice));
}

function hasPrice(part: unknown): boolean {
  return (asMembers(asMembers(part).attributes).price ?? null) !== null;
}

function hasValue(value: unknown): boolean {
  return classifyType(value ?? null) !== NO_TYPE;
}

/** A name that is made anew for each product would be hashed for each. */
const namesInVariants = new Map<string, string>();
const MAX_NAMES = 1_000;

function nameInVariants(name: string): string {
  const feature = namesInVariants.get(name);
  if (feature !== undefined) return feature;
  const full = `variants.${name}`;
  if (namesInVariants.size < MAX_NAMES) namesInVariants.set(name, full);
  return full;
}

function addField(fields: FieldFeature[], name: string, value: unknown): void {
  const type = classifyType(value);
  if (type === NO_TYPE) return;
  fields.push({ name, type, value: toValueKey(value), length: typeof value === 'string' ? value.length : 0 });
}

function classifyType(value: unknown): number {
  if (value === null || value === '') return NO_TYPE;
  if (typeof value !== 'object') return TYPES.indexOf(typeof value as (typeof TYPES)[number]);
  if (Array.isArray(value)) return value.length === 0 ? NO_TYPE : TYPES.indexOf('array');
  for (const _ in value) return TYPES.indexOf('object');
  return NO_TYPE;
}

/** `12.5`, `"12.5"` and `"12.50 EUR"`: 12.5. */
function parseAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const amount = Number.parseFloat(value);
  return Number.isNaN(amount) ? undefined : amount;
}

function listCategories(paths: unknown): readonly string[] {
  if (!Array.isArray(paths)) return [];
  const ids = new Set(paths.map(getLastId));
  ids.delete('');
  return [...ids];
}

/** The id of the last category of a path. */
function getLastId(path: unknown): string {
  const last: unknown = Array.isArray(path) ? path.at(-1) : path;
  const { id } = asMembers(last);
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof last === 'string' ? last : '';
}
