import type { FeedFormat } from '../formats/feed-format.ts';
import { findSaleTimes, getOwnName, hasWord, isBest, removeWord } from './fields-by-words.ts';
import { createCategoryRule } from './guess-categories.ts';
import { settleIds } from './guess-ids.ts';
import { createCurrencyRule, findMinorDigits, settlePrices } from './guess-prices.ts';
import { nameKeptFields } from './map-rows.ts';
import { createMapping, createRule, type FieldRule, FORMER_PRICE, type Mapping } from './mapping.ts';
import type { Sample } from './sample.ts';
import { ATTRIBUTES, listUsualFields } from './usual-fields.ts';

const OPTION_NAME = '(?<!\\p{L})(?:{param_name})(?!\\p{L})';
const OPTION_VALUE = OPTION_NAME.replace('name', 'value');

/** `Option1 Name` beside `Option1 Value`, `Nombre de propiedad 1` beside `Valor de propiedad 1`, `tags.name` or `TAG/NAME` beside `tags.value`. */
function findOptions(names: readonly string[]): { name: string; value: string }[] {
  const valued = names.filter((name) => hasWord(name, OPTION_VALUE));
  const values = new Map(valued.map((name) => [removeWord(name, OPTION_VALUE), name]));
  return names.flatMap((name) => {
    const isOption = /[\d.]|\/[^/@]*$/.test(name) && !hasWord(name, '{price}|{category_paths}|{thumb_image}');
    const value = isOption ? values.get(removeWord(name, OPTION_NAME)) : undefined;
    return value === undefined || value === name ? [] : { name, value };
  });
}

const OF_LENGTH = '{worse_description}|{best_description}';
/** `Lieferzeit`; `Text ausverkauft`, which counts when there is none, as a quantity tells. */
const NO_STATE = '{delivery_time}|{other_availability}';

/** Addresses one behind the other. */
const SEVERAL = /[,;|\s]https?:|\.(?:jpe?g|png|webp|gif)\s*[,;|]/i;

/** Of these a field that tells more counts before those of exact names. */
const BEST_FIRST = /price$|^thumb_image$|^category_paths$/;

/** Finds a field for each attribute, by exact names before words. */
function findFields({ fieldOf, listFree, listByWords, listTexts, rowCount, count }: Sample): void {
  // A column of nothing, or of ids of categories, tells less than another name.
  const isTelling = (field: string) => listTexts(field).some((text) => /\p{L}/u.test(text));
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
}

/** The fields of further images: that of the first, where it has several. */
function listGallery({ fieldOf, listTexts, listRows, listByWords }: Sample): string[] {
  const image = fieldOf.get('thumb_image') ?? '';
  const [images = [], rows = []] = [listTexts, listRows].map((list) => list(image).filter(Boolean));
  // One row with several images is enough.
  const isSeveral = images.length > rows.length || images.some((text) => SEVERAL.test(text));
  const others = listByWords('thumb_image').filter((name) => !hasWord(name, '{small_image}'));
  return [isSeveral ? image : [], fieldOf.get('additional_images') ?? [], others].flat();
}

function createAvailabilityRule(field: string, others: readonly string[]): FieldRule {
  // Sent in no days is sent at once.
  if (hasWord(field, '{delivery_time}')) return { field, lookup: { '0': true } };
  return createRule('availability', field, ...others.filter((name) => !hasWord(name, NO_STATE)));
}

function createPriceRule(attribute: string, field: string, sample: Sample): FieldRule {
  const others = attribute === FORMER_PRICE ? sample.listByWords(attribute) : [];
  return {
    ...createRule(attribute, field, ...others),
    ...(attribute === 'sale_price' && findSaleTimes(sample.names, sample.listTexts)),
    ...findMinorDigits(field, sample),
  };
}

/** A mapping of a feed of no known format, or of what such a format leaves open, by the names and values of its fields. */
export function guessMapping(
  sample: Sample,
  { rules: own = {}, availability, unmapped = 'keep' }: Partial<FeedFormat> = {},
): Mapping {
  const { fields, names, fieldOf, listByWords, count } = sample;
  findFields(sample);
  const [slug] = fieldOf.has('url') ? [] : listByWords('slug');
  if (slug !== undefined) fieldOf.set('url', slug);
  const shared = settleIds(sample, slug);
  const gallery = listGallery(sample);
  settlePrices(sample);
  const [price, former] = [fieldOf.get('price'), fieldOf.get(FORMER_PRICE)];
  if (!fieldOf.has('currency') && price !== undefined) fieldOf.set('currency', price);
  if (gallery.length > 0) fieldOf.set('additional_images', gallery[0] as string);
  const createRuleOf = (attribute: string, field: string): FieldRule => {
    if (attribute === 'id' && shared) return createRule('id', field, shared);
    if (attribute === 'currency' && field === price) return createCurrencyRule(field, former);
    if (attribute === 'additional_images') return { join: gallery, with: ',', type: 'url', split: ',' };
    if (attribute === 'availability') return createAvailabilityRule(field, listByWords(attribute));
    // Where some products have no long description, the short one is theirs.
    if (attribute === 'description' && sample.listRows(field).includes(''))
      return createRule(
        attribute,
        field,
        ...listByWords(attribute).filter((name) => hasWord(name, OF_LENGTH)),
      );
    if (attribute === 'category_paths') return createCategoryRule([field, ...listByWords(attribute)], sample);
    return /price$/.test(attribute)
      ? createPriceRule(attribute, field, sample)
      : createRule(attribute, field);
  };
  const { id: idRule = createRule('id', 'id'), ...rules } = Object.fromEntries(
    [...fieldOf].map(([attribute, field]) => [attribute, createRuleOf(attribute, field)] as const),
  );
  const table = { id: idRule, ...rules, ...(availability && { availability: undefined }), ...own };
  const mapping = createMapping(table, { unmapped, options: findOptions(names) });
  const group = fieldOf.get('group') ?? '';
  const nameOf = nameKeptFields(mapping, fields);
  // Fields that differ between the variants of a product are theirs.
  const kept = names
    .filter((field) => nameOf(field) !== undefined && count(group, field) > count(group))
    .map((field) => [nameOf(field), { field }]);
  // A slug is of a product: a mapping that makes an address of it need not say so twice.
  const { url, ...variants } = mapping.variants;
  return { ...mapping, variants: { ...Object.fromEntries(kept), ...variants, ...(url && !slug && { url }) } };
}
