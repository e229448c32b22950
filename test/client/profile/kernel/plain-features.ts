import { isObject } from '../../../../src/base/json/shape.ts';

/** What a profile counts of products, as JSON.parse reads their lines: each name with how many products have it, and so on. */
export interface PlainCounts {
  products: number;
  unavailable: number;
  priced: number;
  incomplete: number;
  variants: number;
  prices: number[];
  brands: Map<string, number>;
  categories: Map<string, number>;
  fields: Map<string, PlainField>;
}

export interface PlainField {
  filled: number;
  types: { [type: string]: number };
  characters: number;
  /** Values that are no booleans, as JSON. */
  values: Set<string>;
}

type Members = Readonly<Record<string, unknown>>;

/** Counts lines one by one, in the plainest way. */
export function countPlainly(lines: readonly string[]): PlainCounts {
  const counts: PlainCounts = {
    products: 0,
    unavailable: 0,
    priced: 0,
    incomplete: 0,
    variants: 0,
    prices: [],
    brands: new Map(),
    categories: new Map(),
    fields: new Map(),
  };
  for (const line of lines) {
    const operation: unknown = JSON.parse(line);
    if (isObject(operation) && operation.op === 'add') countProduct(counts, asMembers(operation.value));
  }
  return counts;
}

function countProduct(counts: PlainCounts, product: Members): void {
  const attributes = asMembers(product.attributes);
  const variants = Object.values(asMembers(product.variants));
  const first = asMembers(asMembers(variants[0]).attributes);
  const isPriced = hasPrice(product) || variants.some(hasPrice) || hasPriceInView(product);
  counts.products++;
  counts.variants += variants.length;
  if (attributes.availability === false || attributes.availability === 'false') counts.unavailable++;
  if (isPriced) counts.priced++;
  if (!isPriced || !hasValue(attributes.title) || !hasValue(attributes.url)) counts.incomplete++;
  const price = parseAmount(attributes.price) ?? parseAmount(first.price);
  if (price !== undefined) counts.prices.push(price);
  if (typeof attributes.brand === 'string' && attributes.brand !== '') add(counts.brands, attributes.brand);
  const paths = Array.isArray(attributes.category_paths) ? attributes.category_paths : [];
  for (const id of new Set(paths.map(getLastId))) if (id !== '') add(counts.categories, id);
  for (const [name, value] of Object.entries(attributes)) countField(counts.fields, name, value);
  for (const [name, value] of Object.entries(first)) countField(counts.fields, `variants.${name}`, value);
}

function countField(fields: PlainCounts['fields'], name: string, value: unknown): void {
  if (!hasValue(value)) return;
  const field = fields.get(name) ?? { filled: 0, types: {}, characters: 0, values: new Set() };
  fields.set(name, field);
  const type = Array.isArray(value) ? 'array' : typeof value;
  field.filled++;
  field.types[type] = (field.types[type] ?? 0) + 1;
  if (typeof value === 'string') field.characters += value.length;
  if (typeof value !== 'boolean') field.values.add(JSON.stringify(value));
}

function add(names: Map<string, number>, name: string): void {
  names.set(name, (names.get(name) ?? 0) + 1);
}

function asMembers(value: unknown): Members {
  return isObject(value) ? value : {};
}

function hasPriceInView({ views }: Members): boolean {
  const parts = Object.values(asMembers(views)).map(asMembers);
  return parts.some((view) => hasPrice(view) || Object.values(asMembers(view.variants)).some(hasPrice));
}

function hasPrice(part: unknown): boolean {
  return (asMembers(asMembers(part).attributes).price ?? null) !== null;
}

function hasValue(value: unknown): boolean {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value !== null && value !== undefined && value !== '' && !isEmpty;
}

function parseAmount(value: unknown): number | undefined {
  const amount = Number.parseFloat(typeof value === 'number' || typeof value === 'string' ? `${value}` : '');
  return Number.isNaN(amount) ? undefined : amount;
}

function getLastId(path: unknown): string {
  const last: unknown = Array.isArray(path) ? path.at(-1) : path;
  const { id } = asMembers(last);
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return typeof last === 'string' ? last : '';
}
