import { numberText } from '../field-values.ts';
import { SKU_PREFIX } from '../query/field-kinds.ts';
import { splitArray } from './raw-json.ts';
import { listValues, type RawAttributes, type RawRecord, toRawRecord } from './raw-record.ts';

export interface HitContext {
  /** `listSourceAttributes` of the wanted fields. */
  names: ReadonlySet<string>;
  id: string;
  idField: 'pid' | 'item_id';
  view: string | null;
  /** To the nearest store; undefined when no place was given or the product has no store. */
  distance: number | undefined;
  /** Whether some record of the catalog gives the field as a list: then it is an array in every document. */
  isList: (field: string) => boolean;
  /** Whether the field, `sku_<name>` for one of variants, holds numbers: those written as text are shown as numbers. */
  isNumber: (field: string) => boolean;
  /** Whether the document lists the product's variants, with what is asked of them. */
  withVariants: boolean;
  /** The first of the variants with these ids comes first; null leaves the order of the feed. */
  leads: readonly string[] | null;
}

/**
 * A document of the answer as JSON text: the wanted fields that the product has, in the order asked for, and a
 * product's variants (doc: public-facts C11). `availability` and views are never returned (B4, C12).
 */
export function renderHit(json: string, fields: readonly string[], context: HitContext): string {
  const record = toRawRecord(json, context.view, context.names);
  const members: string[] = [];
  for (const field of new Set(fields)) {
    const shown = fieldText(record, field, context);
    if (shown !== null) members.push(`${JSON.stringify(shown.name)}:${shown.text}`);
  }
  if (context.withVariants) members.push(`"variants":${variantsText(record, fields, context)}`);
  return `{${members.join(',')}}`;
}

/** Variant fields behind the lists of products. */
const ROLLED_UP = ['color', 'color_group', 'size', 'price', 'sale_price'];

/** The attributes, of products and of variants, that these fields of a document are made of. */
export function listSourceAttributes(fields: readonly string[]): ReadonlySet<string> {
  const names = new Set([...fields, ...ROLLED_UP]);
  for (const field of fields) {
    if (!field.startsWith(SKU_PREFIX)) continue;
    const name = field.slice(SKU_PREFIX.length);
    names.add(name);
    if (name.endsWith('_images')) names.add(name.slice(0, -1));
  }
  return names;
}

interface RenderedField {
  name: string;
  text: string;
}

function fieldText(record: RawRecord, field: string, context: HitContext): RenderedField | null {
  if (field === context.idField) return { name: field, text: JSON.stringify(context.id) };
  if (field === 'store_lat_lon') {
    if (context.distance === undefined) return null;
    return { name: 'store_lat_lon.distance', text: JSON.stringify(context.distance) };
  }
  if (NEVER_SHOWN.has(field) || field.startsWith(SKU_PREFIX)) return null;
  const text = rollUpText(record, field) ?? attributeText(record.attributes, field, context);
  return text === null ? null : { name: field, text };
}

const NEVER_SHOWN = new Set(['availability', 'views', 'variants', 'skuid']);

function attributeText(
  attributes: RawAttributes,
  field: string,
  { isList, isNumber }: Pick<HitContext, 'isList' | 'isNumber'>,
): string | null {
  const given = attributes.get(field);
  if (given === undefined) return null;
  const text = isNumber(field) ? withNumbers(given) : given;
  return (ROLL_UP_LISTS.has(field) || isList(field)) && !text.startsWith('[') ? `[${text}]` : text;
}

/** A value of a number field, numbers that the feed has as texts without their quotes; other texts stay as they are. */
function withNumbers(text: string): string {
  if (text.startsWith('[')) return `[${splitArray(text).map(withNumbers).join()}]`;
  if (!text.startsWith('"')) return text;
  return numberText(JSON.parse(text) as string) ?? text;
}

/** Lists in every product, also where the feed gives one as a text (sdk: public-facts C11). */
const ROLL_UP_LISTS = new Set(['colors', 'color_groups', 'sizes']);

/** Lists over the variants (doc: public-facts B4); a product's own attribute of the name goes before. */
function rollUpText(record: RawRecord, field: string): string | null {
  if (record.attributes.has(field)) return null;
  switch (field) {
    case 'colors':
      return listText(record, 'color');
    case 'color_groups':
      return listText(record, 'color_group');
    case 'sizes':
      return listText(record, 'size');
    case 'price_range':
      return rangeText(record, ['price']);
    case 'sale_price_range':
      return rangeText(record, ['sale_price', 'price']);
    default:
      return null;
  }
}

function listText({ attributes, variants }: RawRecord, name: string): string {
  const values = variants.flatMap((variant) => listValues(variant.attributes.get(name)));
  const distinct = new Set(values.length > 0 ? values : listValues(attributes.get(name)));
  return `[${[...distinct].join(',')}]`;
}

/** `[least, greatest]` over the variants, each by the first of the names that it has; a variant without takes the product's. */
function rangeText({ attributes, variants }: RawRecord, names: readonly string[]): string | null {
  const priced = variants.length > 0 ? variants.map((variant) => variant.attributes) : [attributes];
  const prices = priced.flatMap((own) => firstNumber(own, names) ?? firstNumber(attributes, names) ?? []);
  if (prices.length === 0) return null;
  prices.sort((a, b) => a.value - b.value);
  return `[${prices[0]?.text},${prices.at(-1)?.text}]`;
}

function firstNumber(
  attributes: RawAttributes,
  names: readonly string[],
): { value: number; text: string } | undefined {
  for (const name of names) {
    const raw = attributes.get(name);
    if (raw === undefined) continue;
    const text = numberText(withNumbers(raw));
    if (text !== null) return { value: Number(text), text };
  }
  return undefined;
}

/** Only what the request names is told of variants: without a field of theirs, they are not listed. */
function variantsText({ variants }: RawRecord, fields: readonly string[], context: HitContext): string {
  const wanted = [...new Set(fields)].filter((field) => field === 'skuid' || field.startsWith(SKU_PREFIX));
  if (wanted.length === 0) return '[]';
  const ordered = context.leads === null ? variants : leaderFirst(variants, context.leads);
  return `[${ordered.map((variant) => variantText(variant, wanted, context)).join(',')}]`;
}

/** The feed's first variant that leads, then the others in the feed's order. */
function leaderFirst(variants: RawRecord['variants'], leads: readonly string[]): RawRecord['variants'] {
  const leading = new Set(leads);
  const first = variants.findIndex(({ id }) => leading.has(id));
  return first <= 0 ? variants : [...variants.slice(first, first + 1), ...variants.toSpliced(first, 1)];
}

function variantText(
  { id, attributes }: RawRecord['variants'][number],
  wanted: readonly string[],
  { isNumber }: HitContext,
): string {
  const members: string[] = [];
  for (const field of wanted) {
    const text = field === 'skuid' ? JSON.stringify(id) : skuText(attributes, field.slice(SKU_PREFIX.length));
    if (text === undefined) continue;
    members.push(`${JSON.stringify(field)}:${isNumber(field) ? withNumbers(text) : text}`);
  }
  return `{${members.join(',')}}`;
}

/** `sku_swatch_images` and `sku_thumb_images` are lists of what the feed calls `swatch_image` and `thumb_image` (B4). */
function skuText(attributes: RawAttributes, name: string): string | undefined {
  if (!name.endsWith('_images')) return attributes.get(name);
  const given = attributes.get(name) ?? attributes.get(name.slice(0, -1));
  return given === undefined ? undefined : `[${listValues(given).join(',')}]`;
}
