import { hashOfText } from './sample.ts';

/** The JSON types that a value may have; `null` and what is empty count as no value. */
export const TYPES = ['string', 'number', 'boolean', 'array', 'object'] as const;
export type ValueType = (typeof TYPES)[number];

/** What a profile knows of one value. */
export interface FieldFeature {
  type: ValueType;
  /** Of the value; of no use for booleans. */
  hash: number;
  /** Of a text, in UTF-16 units; else 0. */
  length: number;
}

/** What a profile knows of one product. */
export interface Features {
  /** Attributes of the product, and as `variants.…` those of its first variant; those without a value are left out. */
  fields: Map<string, FieldFeature>;
  /** In the currency of the feed; the first variant's where the product has none. */
  price?: number;
  salePrice?: number;
  /** Ids of the last category of each path. */
  categories: string[];
  brand?: string;
  isAvailable: boolean;
  variants: number;
}

type Members = { [name: string]: unknown };

/** What is to be known of a record: the value of an `add` operation. */
export function featuresOf(record: unknown): Features {
  const { attributes, variants } = membersOf(record);
  const own = membersOf(attributes);
  const all = Object.values(membersOf(variants));
  const ofVariant = membersOf(membersOf(all[0]).attributes);
  const fields = new Map<string, FieldFeature>();
  for (const name in own) addField(fields, name, own[name]);
  for (const name in ofVariant) addField(fields, `variants.${name}`, ofVariant[name]);
  const price = amountOf(own.price) ?? amountOf(ofVariant.price);
  const salePrice = amountOf(own.sale_price) ?? amountOf(ofVariant.sale_price);
  return {
    fields,
    ...(price !== undefined && { price }),
    ...(salePrice !== undefined && { salePrice }),
    categories: categoriesOf(own.category_paths),
    ...(typeof own.brand === 'string' && own.brand !== '' && { brand: own.brand }),
    isAvailable: own.availability !== false && own.availability !== 'false',
    variants: all.length,
  };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function addField(fields: Features['fields'], name: string, value: unknown): void {
  if (typeof value === 'string') {
    if (value.length > 0) fields.set(name, { type: 'string', hash: hashOfText(value), length: value.length });
  } else if (typeof value === 'number')
    fields.set(name, { type: 'number', hash: hashOfText(String(value)), length: 0 });
  else if (typeof value === 'boolean') fields.set(name, { type: 'boolean', hash: Number(value), length: 0 });
  else if (Array.isArray(value)) {
    if (value.length > 0) fields.set(name, { type: 'array', hash: hashOfValue(value), length: 0 });
  } else if (typeof value === 'object' && value !== null)
    fields.set(name, { type: 'object', hash: hashOfValue(value), length: 0 });
}

function hashOfValue(value: object): number {
  return hashOfText(JSON.stringify(value));
}

/** `12.5`, `"12.5"` and `"12.50 EUR"`: 12.5. */
function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const amount = Number.parseFloat(value);
  return Number.isNaN(amount) ? undefined : amount;
}

function categoriesOf(paths: unknown): string[] {
  if (!Array.isArray(paths)) return [];
  const ids = paths.map((path) => {
    const last: unknown = Array.isArray(path) ? path.at(-1) : path;
    const { id } = membersOf(last);
    return typeof id === 'string' || typeof id === 'number'
      ? String(id)
      : typeof last === 'string'
        ? last
        : '';
  });
  return ids.filter((id, at) => id !== '' && ids.indexOf(id) === at);
}
