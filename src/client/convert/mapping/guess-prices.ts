import { readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { hasWord, WITHOUT_TAX } from './fields-by-words.ts';
import { type FieldRule, FORMER_PRICE } from './mapping.ts';
import type { Sample } from './sample.ts';

/** The currency stands beside the price, or in the header: `Preis (EUR)`. */
export function createCurrencyRule(price: string, former = price): FieldRule {
  const beside: FieldRule = { field: former === price ? price : [price, former], type: 'currency' };
  const named = /[([](.+)[)\]]\s*\*?$|(?:,\s*|_)([^\s_]+?)\*?$|([A-Z]{3})$/.exec(price);
  const code = currencyOf((named?.[1] ?? named?.[2] ?? named?.[3] ?? '').trim());
  return code === undefined || code === '' ? beside : { ...beside, else: { value: code } };
}

/** Where names tell that an amount is in cents, what says how many of its digits are the fraction. */
export function findMinorDigits(field: string, { names, listTexts, fieldOf }: Sample) {
  const currency = fieldOf.get('currency') ?? '';
  const isAll = (name: string, like: RegExp) => listTexts(name).every((text) => like.test(text.trim()));
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
export function settlePrices({ fieldOf, listByWords, listRows }: Sample): void {
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
