import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import { readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { isMoment } from '../values/period.ts';
import { memoizeByText, toAscii, withoutAccents } from '../values/plain-text.ts';
import { compileWords } from '../values/words.ts';
import type { FieldRule } from './mapping.ts';

const isAddress = (text: string) => /^\s*(?:https?:)?\/\/|^\s*www\./i.test(text);
const isPageAddress = (text: string) =>
  /^\s*https?:\/\//i.test(text) && !/\.(?:jpe?g|png|webp|gif)\b/i.test(text);
const isIdLike = (text: string) => /^\s*\S{1,64}\s*$/.test(text) && !text.includes('://');
const hasLetters = (text: string) => /\p{L}/u.test(text);
const isPlainText = (text: string) => hasLetters(text) && !isAddress(text);

function isPrice(text: string): boolean {
  const amount = readAmount(text);
  return amount !== undefined && currencyOf(amount.unit) !== undefined;
}

/** A few careless values do not matter. */
const MIN_SHARE = 0.8;
/** How many of the rows have their own value, at least. */
const OWN_SHARE: Readonly<Record<string, number>> = { url: 0.1, slug: 0.3, id: MIN_SHARE, group: 0 };

/** A cost, a part of a price, or that for some customers or quantities only. */
export const NO_PRICE = '{not_price}|{cost}|{purchase}|{transport}';
const BEFORE_TAX = '(?:{before}) ?(?:{tax})';
/** `Price (tax excl.)`, `Prix (HT)`, `Cena, netto` */
export const WITHOUT_TAX = `(?<!\\p{L})(?:{without})(?!\\p{L})|{without_tax}|${BEFORE_TAX}`;
const IN_TAX = '(?<!\\p{L})(?:{with}) ?(?:\\d+ ?% ?)?(?:{tax})|(?:{tax}) ?(?:{with})(?!\\p{L})|{with_tax}';
/** `priceInclVat`, `Cena s DPH`, `Cena brutto` */
const WITH_TAX = `^(?!.*(?:${WITHOUT_TAX})).*(?:${IN_TAX})`;

/**
 * Likeness of an attribute's values, then patterns where it has others than `x`, `not_x` and `best_x`: of its names, of those that
 * mean something else, and of those that tell more.
 */
const MEANINGS: Readonly<
  Record<string, readonly [fits: (text: string) => boolean, words?: string, not?: string, best?: string]>
> = {
  url: [isPageAddress, '{url}', '{not_url}|{category_paths}'],
  // An address without its host.
  slug: [(text) => /^(?:\/\S*|[^\s:/>|]+\/?)$/.test(text)],
  thumb_image: [(text) => isAddress(text) || /\.(?:jpe?g|png|webp|gif)\b/i.test(text)],
  former_price: [isPrice, '(?=.*(?:{price}))(?=.*(?:{former}))', `${NO_PRICE}|${BEFORE_TAX}`, WITH_TAX],
  sale_price: [isPrice, '(?=.*(?:{price}))(?=.*(?:{sale}))', `${NO_PRICE}|{former}`, WITH_TAX],
  price: [isPrice, '{price}', `${NO_PRICE}|^(?!.*(?:${BEFORE_TAX})).*(?:{former})|{sale}`, WITH_TAX],
  gtin: [(text) => /^\d{8,14}$/.test(text.trim())],
  category_paths: [isPlainText, '{category_paths}|{breadcrumb}'],
  brand: [isPlainText],
  id: [isIdLike],
  group: [
    isIdLike,
    '(?:{group_in_front}) ?(?:artikel ?|product )?(?:{number_behind})|(?:{number_in_front}) (?:\\w+ )?(?:{group_behind})|{group}',
  ],
  // A short description is the name of a product that has no other.
  title: [
    (text) => hasLetters(text) && text.length < 150,
    '{title}|{description}|{goods}',
    '{not_title}|{status}',
    '{title}',
  ],
  currency: [(text) => Boolean(currencyOf(text.trim()))],
  description: [hasLetters],
  availability: [(text) => text.length < 60, '{availability}', '{not_availability}|{backorder}'],
};

/** `BUYURL`, `oldPriceIncl`, `Цена, руб.*`: words without accents, small and with spaces around. */
const toWords = memoizeByText((field) => {
  const divided = withoutAccents(field).replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
  const words = toAscii(divided.toLowerCase()).replaceAll(SIGNS, ' ');
  return ` ${words.trim()} `;
});
const SIGNS = /[^\p{L}\p{M}\d%]+|(?<=\p{L})(?=\d)|(?<=[a-z])(?=[^\0-\x7f])|(?<=[^\0-\x7f])(?=[a-z])/gu;

const compileNames = memoizeByText((pattern) => compileWords(fieldNames, pattern));

/** Has the name of a field what a pattern says, in which meanings of `words/field-names.json` stand in braces? */
export function hasWord(field: string, pattern: string): boolean {
  return compileNames(pattern).test(toWords(field));
}

/** `amount` of `price/amount`. */
export const getOwnName = (field: string): string => field.slice(field.search(/[^./]*$/));

/** A maker, category, image or shop has an id that is none of the product in which it lies. */
export const isOfOther = (field: string): boolean =>
  hasWord(
    field.slice(0, -getOwnName(field).length),
    '{brand}|{category_paths}|{thumb_image}|{not_variants}| (?:{tax}) ',
  );

/** Has the name of a field what tells most of an attribute? */
export const isBest = (attribute: string, field: string): boolean =>
  hasWord(field, MEANINGS[attribute]?.[3] ?? `{best_${attribute}}`);

/** Lists texts by the name of a field or attribute. */
export type ListTexts = (name: string) => readonly string[];

/** The words of a name without one of a meaning, which it may have. */
export function removeWord(field: string, pattern: string): string {
  return toWords(field).replace(compileNames(pattern), ' ').replaceAll(/ +/g, ' ');
}

/** Fields whose names and values tell of an attribute, or their values alone; the most telling first. */
export function listFieldsByWords(
  attribute: string,
  fields: readonly string[],
  samplesOf: ListTexts,
  isNamed = true,
): string[] {
  const meaning = MEANINGS[attribute];
  if (meaning === undefined) return [];
  const [fits, words = `{${attribute}}`, not = `{not_${attribute}}`] = meaning;
  const isTold = (field: string) => hasWord(field, words) && !hasWord(field, not);
  const found = fields.filter((field) => {
    if ((isNamed && !isTold(field)) || (attribute === 'group' && isOfOther(field))) return false;
    const texts = samplesOf(field).filter((text) => text.trim() !== '');
    if (texts.length === 0) return !(attribute in OWN_SHARE);
    const own = new Set(texts).size / texts.length;
    const isOwn = attribute === 'group' ? own < 1 : own >= (OWN_SHARE[attribute] ?? 0);
    return isOwn && texts.filter(fits).length >= MIN_SHARE * texts.length;
  });
  const rank = (field: string) =>
    (field.includes('@') ? 0.5 : 0) +
    (isBest(attribute, field) ? 0 : 1) +
    (hasWord(field, `{worse_${attribute}}`) ? 1 : 0) +
    (hasWord(field, `${WITHOUT_TAX}|{other_${attribute}}`) ? 2 : 0) +
    // Of `price/amount` and `price/unit_price` the second is called so itself.
    (hasWord(getOwnName(field), words) ? 0 : 0.5) +
    (attribute === 'id' && isOfOther(field) ? 3 : 0) +
    (samplesOf(field).some((text) => text.trim() !== '') ? 0 : 3);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Prices that the shop itself pays are for no customer's eyes. */
export function isPurchasePrice(name: string): boolean {
  return hasWord(name, '{cost}|(?=.*(?:{price})).*(?:{purchase})') && !hasWord(name, '{transport}');
}

/** Fields that say when a sale price counts: a yes, a period, or its ends. */
const SALE_TIMES = {
  when: '{on_sale}',
  during: '{sale_during}',
  from: '(?=.*(?:{sale}|{sale_with_ends}))(?=.*(?:{start}))|^ ?(?: ?(?:{date}) ?)?(?:{start})(?: ?(?:{date}))? ?$',
  until:
    '(?=.*(?:{sale}|{sale_with_ends}))(?=.*(?:{end}))|^ ?(?: ?(?:{date}) ?)?(?:{end})(?: ?(?:{date}))? ?$',
};

export function findSaleTimes(
  fields: readonly string[],
  samplesOf: ListTexts,
): Pick<FieldRule, keyof typeof SALE_TIMES> {
  const isEnd = (field: string) => samplesOf(field).some(isMoment);
  const found = Object.entries(SALE_TIMES).map(([key, words]) => {
    const named = fields.filter((field) => hasWord(field, words));
    return [key, key === 'from' || key === 'until' ? named.find(isEnd) : named[0]] as const;
  });
  return Object.fromEntries(found.filter(([, field]) => field !== undefined));
}
