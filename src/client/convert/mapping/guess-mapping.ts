import exactNames from '../../../../words/exact-names.json' with { type: 'json' };
import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import type { FeedFormat } from '../formats/feed-format.ts';
import { type FieldNames, toPlainName } from '../rows/fields.ts';
import { readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { memoizeByText, withoutAccents } from '../values/plain-text.ts';
import { compileWords, listWords } from '../values/words.ts';
import {
  findSaleTimes,
  getOwnName,
  hasWord,
  isBest,
  type ListTexts,
  listFieldsByWords,
  removeWord,
  WITHOUT_TAX,
} from './fields-by-words.ts';
import { nameKeptFields } from './map-rows.ts';
import { createMapping, createRule, type FieldRule, FORMER_PRICE, type Mapping } from './mapping.ts';

/** Attributes that are found by the names of fields, in this order. */
const ATTRIBUTES = (
  'id group title description price sale_price former_price url thumb_image additional_images availability brand ' +
  'category_paths currency color size gtin'
).split(' ');

/** Names of fields that need no words in them, the most telling first. */
export const listExactNames = memoizeByText((attribute) =>
  [attribute, `lesser_${attribute}`].flatMap((meaning) => listWords(exactNames, meaning)),
);

/** `EanCode`, `ean_code` and `@ean.code` are one name. */
const toUsualName = memoizeByText((field) => withoutAccents(toPlainName(field)).replaceAll(/[._]|^@/g, ''));

/** The fields that usually hold an attribute, the most telling first. */
export function listUsualFields(fields: readonly string[], attribute: string): string[] {
  // Of two fields of one name an element counts more than an attribute, and the first more than others.
  const last = fields.toReversed().sort((a, b) => Number(b.startsWith('@')) - Number(a.startsWith('@')));
  // `Свойство: Цвет`
  const toName = (field: string) =>
    toUsualName(/^(?:color|size)$/.test(attribute) ? field.replace(/^.*: /, '') : field);
  const byName = new Map(last.map((field) => [toName(field), field]));
  return [...new Set(listExactNames(attribute).flatMap((name) => byName.get(name) ?? []))];
}

export const isIdName = memoizeByText((name) => listFieldsByWords('id', [name], () => ['1']).length > 0);

/** Where fewer rows share an id, it was given twice. */
const MIN_SHARED = 0.05;

/**
 * In a table of products and variants the id that rows share, as they do a title or address, and another that is their own.
 *
 * @param count how many rows differ in some fields
 * @param carriers fields that the rows without a title share with one that has it
 */
function findVariantIds(
  names: readonly string[],
  same: readonly string[],
  rows: number,
  count: (...fields: readonly string[]) => number,
  carriers: readonly string[],
) {
  const named = [...listUsualFields(names, 'id'), ...names.filter(isIdName)];
  const ids = named.filter((name) => !hasWord(name, '{thumb_image}|{price}'));
  const shared = [...ids.filter((field) => count(field) < (1 - MIN_SHARED) * rows), ...carriers];
  // Ids of options are in each product the same.
  const own = ids.toSorted((a, b) => count(b) - count(a));
  const pairs = shared.flatMap((group) => own.map((id) => ({ group, id })));
  const isSame = (group: string) =>
    carriers.includes(group) || same.some((field) => count(group, field) === count(group));
  return pairs.find(
    ({ group, id }) => count(group, id) === rows && (hasWord(id, '{variants}') || isSame(group)),
  );
}

const OPTION_NAME = '(?<!\\p{L})(?:{param_name})(?!\\p{L})';
const OPTION_VALUE = OPTION_NAME.replace('name', 'value');

/** `Option1 Name` beside `Option1 Value`, `Nombre de propiedad 1` beside `Valor de propiedad 1`, `tags.name` beside `tags.value`. */
function findOptions(names: readonly string[]): { name: string; value: string }[] {
  const valued = names.filter((name) => hasWord(name, OPTION_VALUE));
  const values = new Map(valued.map((name) => [removeWord(name, OPTION_VALUE), name]));
  return names.flatMap((name) => {
    const isOption = /[\d.]/.test(name) && !hasWord(name, '{price}|{category_paths}|{thumb_image}');
    const value = isOption ? values.get(removeWord(name, OPTION_NAME)) : undefined;
    return value === undefined || value === name ? [] : { name, value };
  });
}

/** A number, an address or a sentence. */
const NO_NAME = /^[^\p{L}]*\d[^\p{L}]*$|:\/\/|.{100}/u;

/** Does one of these names tell an attribute? */
export function isKnown(names: readonly string[], attribute: string): boolean {
  return [listUsualFields(names, attribute), listFieldsByWords(attribute, names, () => [])].flat().length > 0;
}

/** How many attributes these names tell; none where one of them is no name. */
export function countKnownNames(names: readonly string[]): number {
  if (names.some((name) => NO_NAME.test(name))) return 0;
  return ATTRIBUTES.filter((attribute) => isKnown(names, attribute)).length;
}

/** Stand between the levels of a category path, the most telling first. */
const LEVEL_SEPARATORS = ['->', '>', '＞', '»', '→', '~~', '/', '\\', '|'];

/** The rank of a level: of none it is as of 1. */
const LEVELS = ['division', 'main', 'first', 'second', 'third', 'fourth'].map((rank) => `{${rank}_level}`);

/** `Kategorie` and `Unterkategorie`, `category 0` and `category 1` are levels; of one rank and number the first counts. */
function listLevels(fields: readonly string[]): string[] {
  const getPlace = (field: string) => {
    const rank = LEVELS.findLastIndex((level) => hasWord(field, level));
    return 1000 * (rank < 0 ? 2 : rank) + Number(/\d+/.exec(field)?.[0] ?? 0);
  };
  const byPlace = new Map(fields.toReversed().map((field) => [getPlace(field), field]));
  return [...byPlace].sort(([a], [b]) => a - b).map(([, field]) => field);
}

/** `Casa, Sedie` beside `Casa, Tavoli`, or lists of these: what stands in front has several below it, and each of these is below one. */
function isTree(samples: readonly string[], separator: string): boolean {
  const names = samples.map((sample) => sample.split(separator, 2).map((name) => name.trim()));
  const below = [...new Map(names.map((pair) => [pair.join(), pair])).values()].filter((pair) => pair[1]);
  const [parents, children] = [0, 1].map((level) => new Set(below.map((pair) => pair[level])).size);
  return children === below.length && (parents ?? 0) < below.length;
}

/** Beside a list of categories, what makes them the levels of one path. */
const LEVEL_MARK = compileWords(fieldNames, 'breadcrumb|[ck]at[eé]gor.*(?:{depth})', 'i');

const SMALL_IMAGE = compileWords(fieldNames, '{small_image}', 'i');
const DELIVERY_TIME = compileWords(fieldNames, '{delivery_time}', 'i');

/** Names that software has for what is above all categories. */
const ROOTS = ['__root_collection__', 'Root', 'Root Catalog', 'Default Category'];

/** How the category paths of a feed are written, from some of them. */
function createCategoryRule(
  named: readonly string[],
  samplesOf: ListTexts,
  names: readonly string[],
  listRows: ListTexts,
): FieldRule {
  const lower = named.filter((name) => hasWord(name, '{second_level}')).map(toUsualName);
  // A `group` is above a `subgroup`, and is one of variants elsewhere.
  const isUpper = (name: string) => name.length > 3 && lower.some((other) => other.endsWith(name));
  const candidates = [...new Set([...named, ...names.filter((name) => isUpper(toUsualName(name)))])];
  const [field = ''] = candidates;
  const samples = samplesOf(field);
  const isUsed = (separator: string) => samples.some((sample) => sample.includes(separator));
  const isColon = isUsed(':') && !samples.some((sample) => /:\s/.test(sample));
  const tree = [',', ';'].find((separator) => isTree(listRows(field), separator));
  const path = LEVEL_SEPARATORS.find(isUsed) ?? (isColon ? ':' : tree);
  const roots = ROOTS.filter(isUsed);
  const root = roots.length > 0 && { root: roots };
  const levels = listLevels(candidates);
  if (path === undefined && (levels.length > 1 || names.some((name) => LEVEL_MARK.test(name))))
    return { join: levels, with: ' > ', ...root };
  if (path !== undefined && path === tree) return { join: [field], with: path, path, ...root };
  // A comma in a name has a space behind it; one between paths has another path behind it.
  const listed = path === undefined ? /^[^,]+(?:,[^\s,]+)+$/ : /[>/].*,.*[>/]/;
  const isListed = samples.some((sample) => listed.test(sample));
  const split =
    ['|', ';'].find((separator) => separator !== path && isUsed(separator)) ?? (isListed ? ',' : undefined);
  return { field, path: path ?? '>', ...(split !== undefined && { split }), ...root };
}

/** The currency stands beside the price, or in the header: `Preis (EUR)`. */
function createCurrencyRule(price: string, former = price): FieldRule {
  const beside: FieldRule = { field: former === price ? price : [price, former], type: 'currency' };
  const named = /[([](.+)[)\]]\s*\*?$|(?:,\s*|_)([^\s_]+?)\*?$|([A-Z]{3})$/.exec(price);
  const code = currencyOf((named?.[1] ?? named?.[2] ?? named?.[3] ?? '').trim());
  return code === undefined || code === '' ? beside : { ...beside, else: { value: code } };
}

/** Where names tell that an amount is in cents, what says how many of its digits are the fraction. */
function findMinorDigits(field: string, names: readonly string[], samplesOf: ListTexts, currency = '') {
  const isAll = (name: string, like: RegExp) => samplesOf(name).every((text) => like.test(text.trim()));
  if (!isAll(field, /^-?\d*$/)) return {};
  const above = field.slice(0, field.search(/[^./]*$/));
  const beside = names.find(
    (name) => name.startsWith(above) && hasWord(name, '{minor_digits}') && isAll(name, /^\d$/),
  );
  // The API of Vendure has all amounts in cents, and does not say so.
  const isMinor = hasWord(field, '{minor}') || names.includes('featuredAsset.preview');
  return isMinor || beside ? { minor: beside ?? (currency === field ? 2 : currency || 2) } : {};
}

/** Decides by the values which prices are meant, where names do not tell: a lower one is the price, one above it a former one. */
function settlePrices(fieldOf: Map<string, string>, listByWords: ListTexts, listRows: ListTexts): void {
  const isUnsure = !fieldOf.has('price');
  const countRows = (field: string) => listRows(field).filter((text) => text !== '').length;
  const isNet = (field: string) => hasWord(field, WITHOUT_TAX);
  const known = [FORMER_PRICE, 'sale_price'].flatMap((name) => fieldOf.get(name) ?? []);
  const named = [...known, ...listByWords(FORMER_PRICE)].sort((a, b) => countRows(b) - countRows(a));
  const price = fieldOf.get('price') ?? named[0];
  if (price === undefined) return;
  // Without the tax that is in the price, another one is lower for no reduction.
  for (const [name, field] of fieldOf)
    if (/_price$/.test(name) && (field === price || (isNet(field) && !isNet(price)))) fieldOf.delete(name);
  fieldOf.set('price', price);
  if (fieldOf.has(FORMER_PRICE) || (fieldOf.has('sale_price') && !isUnsure)) return;
  const isAbove = (field: string, other: string) => {
    const [some = [], others = []] = [field, other].map((name) =>
      listRows(name).map((text) => Number(readAmount(text)?.digits)),
    );
    const signs = some.map((number, row) => Math.sign(number - (others[row] as number)));
    const isTold = isUnsure || (signs.includes(0) && !signs.includes(Number.NaN));
    return isTold && signs.includes(1) && !signs.includes(-1);
  };
  const isPartner = (field: string) => !isNet(field) && !hasWord(field, '\\d|{bound}');
  for (const other of listByWords(isUnsure ? FORMER_PRICE : 'price').filter(isPartner))
    if (isAbove(other, price)) return void fieldOf.set(FORMER_PRICE, other);
    else if (isAbove(price, other)) return void fieldOf.set(FORMER_PRICE, price).set('price', other);
}

/** Addresses one behind the other. */
const SEVERAL = /[,;|\s]https?:|\.(?:jpe?g|png|webp|gif)\s*[,;|]/i;

/** Of these a field that tells more counts before those of exact names. */
const BEST_FIRST = /price$|^thumb_image$|^category_paths$/;

/** @param listRows the samples of a field, those of one row joined by commas */
export function guessMapping(
  fields: FieldNames,
  samplesOf: ListTexts,
  { rules: own = {}, availability, unmapped = 'keep' }: Partial<FeedFormat> = {},
  listRows = samplesOf,
): Mapping {
  const fieldOf = new Map<string, string>();
  const listFree = () => {
    const used = new Set(fieldOf.values());
    return fields.names.filter((name) => !used.has(name));
  };
  const listByWords = (attribute: string) => listFieldsByWords(attribute, listFree(), samplesOf);
  // A column of nothing, or of ids of categories, tells less than another name.
  const isTelling = (field: string) => samplesOf(field).some((text) => /\p{L}/u.test(text));
  /** How many rows differ in these fields, of those that have the first. */
  const count = (...of: readonly string[]) => {
    const [first = [], ...others] = of.map(listRows);
    return new Set(
      first.flatMap((text, row) =>
        text === '' ? [] : [text, ...others.map((other) => other[row])].join('\n'),
      ),
    ).size;
  };
  const rowCount = listRows('').length;
  // A text that all rows have is no name or page of theirs.
  const isOwn = (field: string) =>
    (rowCount < 3 || count(field) > 1) && !hasWord(getOwnName(field), '{description}');
  const listByNames = (attribute: string) => {
    const found = listUsualFields(listFree(), attribute);
    if (BEST_FIRST.test(attribute))
      found.unshift(...listByWords(attribute).filter((name) => isBest(attribute, name)));
    else if (found.length > 0 && !found.some(isOwn)) found.push(...listByWords(attribute));
    return attribute === 'category_paths' ? found.filter(isTelling) : found;
  };
  for (const list of [listByNames, listByWords])
    for (const attribute of ATTRIBUTES) {
      const candidates = fieldOf.has(attribute) ? [] : list(attribute);
      const own = /^(?:title|url)$/.test(attribute) ? candidates.find(isOwn) : undefined;
      const found = own ?? candidates[0];
      if (found !== undefined) fieldOf.set(attribute, found);
    }
  const [slug] = fieldOf.has('url') ? [] : listByWords('slug');
  if (slug !== undefined) fieldOf.set('url', slug);
  const codes = [
    ...fields.names.filter((name) => hasWord(name, '{mpn}')),
    ...['gtin', 'url'].flatMap((name) => fieldOf.get(name) ?? []),
  ];
  const code = fieldOf.has('id') ? undefined : codes.find((field) => count(field) === rowCount);
  if (code !== undefined) fieldOf.set('id', code);
  const same = ['title', 'url'].flatMap((attribute) => fieldOf.get(attribute) ?? []);
  const title = fieldOf.get('title') ?? '';
  const titles = listRows(title);
  // Of a product whose rows have no title but the first, the rows behind it have its id.
  const isCarrier = (values: readonly string[]) =>
    values.every((value, row) => value !== '' && (titles[row] !== '' || value === values[row - 1]));
  const carriers = fields.names.filter(
    (name) => titles.includes('') && isCarrier(listRows(name)) && count(name) >= count(title),
  );
  // Rows of one address and title are one page.
  if (slug && count(slug) < (1 - MIN_SHARED) * rowCount && count(slug, title) === count(slug))
    carriers.push(slug);
  const split = fieldOf.has('group')
    ? undefined
    : findVariantIds(fields.names, same, rowCount, count, carriers);
  if (split !== undefined) fieldOf.set('id', split.id).set('group', split.group);
  const image = fieldOf.get('thumb_image') ?? '';
  const [images = [], rows = []] = [samplesOf, listRows].map((list) => list(image).filter(Boolean));
  // One row with several images is enough.
  const isSeveral = images.length > rows.length || images.some((text) => SEVERAL.test(text));
  const others = listByWords('thumb_image').filter((name) => !SMALL_IMAGE.test(name));
  const gallery = [isSeveral ? image : [], fieldOf.get('additional_images') ?? [], others].flat();
  settlePrices(fieldOf, listByWords, listRows);
  const [price, former] = [fieldOf.get('price'), fieldOf.get(FORMER_PRICE)];
  if (!fieldOf.has('currency') && price !== undefined) fieldOf.set('currency', price);
  if (gallery.length > 0) fieldOf.set('additional_images', gallery[0] as string);
  const createRuleOf = (attribute: string, field: string): FieldRule => {
    if (attribute === 'id' && split) return createRule('id', field, split.group);
    if (attribute === 'currency' && field === price) return createCurrencyRule(field, former);
    if (attribute === 'additional_images') return { join: gallery, with: ',', type: 'url', split: ',' };
    // Sent in no days is sent at once.
    if (attribute === 'availability' && DELIVERY_TIME.test(field)) return { field, lookup: { '0': true } };
    if (attribute === 'availability')
      return createRule(
        attribute,
        field,
        ...listByWords(attribute).filter((name) => !DELIVERY_TIME.test(name)),
      );
    if (attribute === 'category_paths')
      return createCategoryRule([field, ...listByWords(attribute)], samplesOf, fields.names, listRows);
    if (!/price$/.test(attribute)) return createRule(attribute, field);
    return {
      ...createRule(attribute, field, ...(attribute === FORMER_PRICE ? listByWords(attribute) : [])),
      ...(attribute === 'sale_price' && findSaleTimes(fields.names, samplesOf)),
      ...findMinorDigits(field, fields.names, samplesOf, fieldOf.get('currency')),
    };
  };
  const { id: idRule = createRule('id', 'id'), ...rules } = Object.fromEntries(
    [...fieldOf].map(([attribute, field]) => [attribute, createRuleOf(attribute, field)] as const),
  );
  const table = { id: idRule, ...rules, ...(availability && { availability: undefined }), ...own };
  const mapping = createMapping(table, { unmapped, options: findOptions(fields.names) });
  const group = fieldOf.get('group') ?? '';
  const nameOf = nameKeptFields(mapping, fields);
  // Fields that differ between the variants of a product are theirs.
  const kept = fields.names
    .filter((field) => nameOf(field) !== undefined && count(group, field) > count(group))
    .map((field) => [nameOf(field), { field }]);
  // A slug is of a product: a mapping that makes an address of it need not say so twice.
  const { url, ...variants } = mapping.variants;
  return { ...mapping, variants: { ...Object.fromEntries(kept), ...variants, ...(url && !slug && { url }) } };
}
