import {
  type Attributes,
  type CatalogRecord,
  type EffectiveRecord,
  toEffectiveRecord,
} from '../effective-record.ts';
import type { FoundRecord, SearchSettings } from '../engine.ts';
import { toNumberText } from '../field-values.ts';
import type { RequestedFields } from '../fields/requested-fields.ts';
import type { LruCache } from '../lru-cache.ts';
import { SKU_PREFIX } from '../query/field-kinds.ts';
import type { SearchQuery } from '../query/model.ts';
import { measureNearest } from '../store-places.ts';
import {
  formatFeedJson,
  markDigits,
  parseFeedJson,
  toFeedKey,
  toPlainValue,
  withoutMark,
} from './feed-json.ts';
import { sortLeaderFirst, type VariantTest } from './leading-variants.ts';

export interface Presentation {
  family: SearchSettings['family'];
  fields: RequestedFields;
  /** Documents of this version, by what is asked of which. */
  kept?: LruCache<string>;
}

/** Wanted fields of documents, and which variant comes first. */
export interface DocumentRequest extends Pick<SearchQuery, 'fields' | 'geo'> {
  isLeading?: VariantTest | undefined;
}

/** A document of the answer as JSON text. */
export function renderHit(...document: Parameters<typeof listHitMembers>): string {
  const texts = listHitMembers(...document);
  const members = Array.from(texts, ([name, text]) => `${JSON.stringify(name)}:${text}`);
  return `{${members.join(',')}}`;
}

/**
 * The members of a document as JSON texts: the wanted fields that the product has, in the order asked for, and a
 * product's variants (doc: public-facts C11). `availability` and views are never returned (B4, C12).
 *
 * @param isWhole with lists as the catalog has them, and with variants
 */
export function listHitMembers(
  { id, record: json, view }: Pick<FoundRecord, 'id' | 'record' | 'view'>,
  request: DocumentRequest,
  { family, fields: known }: Presentation,
  isWhole = true,
): Map<string, string> {
  const record = toEffectiveRecord(parseFeedJson(json) as CatalogRecord, view && toFeedKey(view));
  const members = new Map<string, string>();
  for (const field of request.fields) {
    if (field === (family === 'products' ? 'pid' : 'item_id')) members.set(field, JSON.stringify(id));
    else if (field === 'store_lat_lon') {
      const distance = measureNearest(toPlainValue(record.attributes.store_location), request.geo);
      if (distance !== null) members.set('store_lat_lon.distance', JSON.stringify(distance));
    } else if (!NEVER_SHOWN.has(field) && !field.startsWith(SKU_PREFIX)) {
      const value = rollUp(record, field) ?? readField(record.attributes, field, known, isWhole);
      if (value !== undefined) members.set(field, formatFeedJson(value));
    }
  }
  if (isWhole && family === 'products')
    members.set('variants', formatFeedJson(listVariants(record, request, known)));
  return members;
}

const NEVER_SHOWN = new Set(['availability', 'views', 'variants', 'skuid']);

/** Undefined for an attribute that is null, too. */
function readAttribute(attributes: Attributes, name: string): unknown {
  const key = toFeedKey(name);
  return Object.hasOwn(attributes, key) ? (attributes[key] ?? undefined) : undefined;
}

function readField(attributes: Attributes, field: string, known: RequestedFields, isWhole: boolean): unknown {
  const given = readAttribute(attributes, field);
  if (given === undefined) return undefined;
  const info = known.infoOf('product', field);
  const value = info?.type === 'number' ? withNumbers(given) : given;
  const isList = ROLL_UP_LISTS.has(field) || (isWhole && info?.list === true);
  return isList && !Array.isArray(value) ? [value] : value;
}

/** A value of a number field: texts that read as numbers are shown as such; other texts stay as they are. */
function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers);
  const digits = readDigits(value);
  return digits === null ? value : markDigits(digits);
}

function readDigits(value: unknown): string | null {
  return typeof value === 'string' ? toNumberText(withoutMark(value)) : null;
}

/** Lists in every product, also where the feed gives one as a text (sdk: public-facts C11). */
const ROLL_UP_LISTS = new Set(['colors', 'color_groups', 'sizes']);

/** Values over the variants (doc: public-facts B4); a product's own attribute of the name goes before. */
function rollUp(record: EffectiveRecord, field: string): unknown {
  if (readAttribute(record.attributes, field) !== undefined) return undefined;
  switch (field) {
    case 'colors':
      return listDistinct(record, 'color');
    case 'color_groups':
      return listDistinct(record, 'color_group');
    case 'sizes':
      return listDistinct(record, 'size');
    case 'price_range':
      return findRange(record, ['price']);
    case 'sale_price_range':
      return findRange(record, ['sale_price', 'price']);
    default:
      return undefined;
  }
}

function listDistinct({ attributes, variants }: EffectiveRecord, name: string): unknown[] {
  const ofVariants = variants.flatMap((variant) => listValues(readAttribute(variant.attributes, name)));
  const values = ofVariants.length > 0 ? ofVariants : listValues(readAttribute(attributes, name));
  return [...new Map(values.map((value) => [formatFeedJson(value), value])).values()];
}

/** A list's values, or the value alone; null is none. */
function listValues(value: unknown): unknown[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== null && each !== undefined);
}

/** `[least, greatest]` over the variants, each by the first of the names that it has; a variant without takes the product's. */
function findRange({ attributes, variants }: EffectiveRecord, names: readonly string[]): unknown {
  const priced = variants.length > 0 ? variants.map((variant) => variant.attributes) : [attributes];
  const prices = priced.flatMap((own) => findDigits(own, names) ?? findDigits(attributes, names) ?? []);
  prices.sort((a, b) => Number(a) - Number(b));
  return prices.length === 0 ? undefined : [prices[0] ?? '', prices.at(-1) ?? ''].map(markDigits);
}

function findDigits(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const digits = readDigits(readAttribute(attributes, name));
    if (digits !== null) return digits;
  }
  return null;
}

/** Variants with what the request names of them: without a field of theirs, they are not listed. */
function listVariants(
  { variants }: EffectiveRecord,
  { fields, isLeading }: DocumentRequest,
  known: RequestedFields,
): object[] {
  const wanted = fields.filter((field) => field === 'skuid' || field.startsWith(SKU_PREFIX));
  if (wanted.length === 0) return [];
  return sortLeaderFirst(variants, isLeading).map(({ id, attributes }) => {
    const readValue = (field: string) => {
      if (field === 'skuid') return withoutMark(id);
      const name = field.slice(SKU_PREFIX.length);
      const value = readVariantField(attributes, name);
      return known.infoOf('variant', name)?.type === 'number' ? withNumbers(value) : value;
    };
    return Object.fromEntries(wanted.map((field) => [field, readValue(field)]));
  });
}

/** `sku_swatch_images` and `sku_thumb_images` are lists of what the feed calls `swatch_image` and `thumb_image` (B4). */
function readVariantField(attributes: Attributes, name: string): unknown {
  const given = readAttribute(attributes, name);
  if (!name.endsWith('_images')) return given;
  const images = given ?? readAttribute(attributes, name.slice(0, -1));
  return images === undefined ? undefined : listValues(images);
}
