import { BrctlError } from '../../../base/errors.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import { type Cell, listTexts } from '../rows/fields.ts';
import { AMBIGUOUS, detectStyle, type NumberStyle, readAmount } from '../values/amount.ts';
import { currencyOf, findCrown, hasCrown, hasThreeDigits } from '../values/currencies.ts';
import { ellipsizeText, memoizeByText } from '../values/plain-text.ts';
import { FORMER_PRICE, getValueType, listRuleFields, type Mapping, ValueProblem } from './mapping.ts';

/** How the numbers of a feed are written. */
export interface NumberStyles {
  /** The user said it: nothing in the feed contradicts. */
  isAsked: boolean;
  /** Some price has a sign of yen or yuan and a fraction, which the yen has not. */
  isYuan: boolean;
  /** The currency that `kr` is, where something says so. */
  crown?: string | undefined;
  price: NumberStyle;
  /** Of other attributes that are numbers. */
  others: Readonly<Record<string, NumberStyle>>;
}

const PRICES: ReadonlySet<string> = new Set(['price', 'sale_price', FORMER_PRICE]);

/**
 * How the numbers are written, by samples of each field.
 *
 * @param locales what the feed says of its language and country
 */
export function numberStyles(
  { attributes, variants }: Mapping,
  samplesOf: (field: string) => readonly Exclude<Cell, undefined>[],
  asked: NumberStyle | undefined,
  locales: readonly string[],
): NumberStyles {
  const samples = new Map<string, Exclude<Cell, undefined>[]>();
  for (const [attribute, rule] of [...Object.entries(attributes), ...Object.entries(variants)]) {
    const column = PRICES.has(attribute) ? 'price' : attribute;
    if ((rule.type ?? getValueType(attribute)) === 'number')
      samples.set(column, [...(samples.get(column) ?? []), ...listRuleFields(rule).flatMap(samplesOf)]);
  }
  // Numbers of JSON have a point in any language: they say nothing of how texts are written.
  const { price = 'thousands', ...others } = Object.fromEntries(
    [...samples].map(([column, cells]): [string, NumberStyle] => {
      const texts = cells.filter((cell) => !(cell instanceof RawJson)).flatMap(listTexts);
      return [column, texts.length === 0 && cells.length > 0 ? 'point' : detectStyle(texts)];
    }),
  );
  const currency = attributes.currency ?? variants.currency ?? {};
  const units = [...(samples.get('price') ?? []), ...listRuleFields(currency).flatMap(samplesOf)].flatMap(
    listTexts,
  );
  const isYuan = units.some((text) => currencyIn(text) === 'CNY');
  const { url = {} } = attributes;
  const urls = [url.template ?? '', ...listRuleFields(url).flatMap(samplesOf).flatMap(listTexts)];
  const named = [currency.value, currency.else?.value].map(String);
  const crown = units.some(hasCrown)
    ? findCrown([...named, ...units.map((text) => currencyIn(text) ?? '')], urls, locales)
    : undefined;
  if (asked !== undefined) return { isAsked: true, isYuan, crown, price: asked, others: {} };
  const isUnknown = price === 'thousands' && units.some(isOfThreeDigits);
  return { isAsked: false, isYuan, crown, price: isUnknown ? 'unknown' : price, others };
}

/** The currency beside a price, or by itself; empty or undefined where there is none. */
const currencyIn = memoizeByText((text) => currencyOf((readAmount(text)?.unit ?? text).trim()));

/** `1.250 KWD`, or the currency alone. */
function isOfThreeDigits(text: string): boolean {
  return hasThreeDigits(currencyOf(text.replaceAll(/[\d.,'’\s]+/g, ' ').trim()));
}

export type NumberReaders = ReturnType<typeof createNumberReaders>;

/** Reads the numbers of a feed, and watches that all of one column are written alike. */
export function createNumberReaders({ price, others, isAsked, isYuan, crown }: NumberStyles) {
  const columnOf = memoizeByText((name) => {
    const own = others[name];
    if (own === 'point' || own === 'comma') return createColumnReader(own, isAsked);
    // Of weights such as 1.250 kg nobody knows.
    const isKnown = name === 'price' || isAsked || price === 'point';
    return createColumnReader(isKnown ? price : 'unknown', isAsked);
  });
  const resolveSign = (text: string, currency: string | undefined) => {
    if (currency === '' && hasCrown(text)) return crown ?? '';
    return currency === 'JPY' && isYuan && /[¥￥]/.test(text) ? 'CNY' : currency;
  };
  const readers = {
    /** The currencies that stood beside the prices read so far; the caller clears them. */
    currencies: new Set<string>(),
    /** Beside one of them stood a `kr` of which nobody knows whose crown it is; cleared with them. */
    isUnclear: false,
    /** A reader of the numbers of an attribute. */
    readerOf: (attribute: string) => {
      if (!PRICES.has(attribute)) return columnOf(attribute);
      const read = columnOf('price');
      return (text: string) => {
        const amount = read(text);
        const currency = resolveSign(amount.unit, currencyOf(amount.unit));
        if (currency === undefined)
          throw new ValueProblem('value.price', `'${ellipsizeText(text)}' is not one price in one currency`);
        if (currency !== '') readers.currencies.add(currency);
        else if (hasCrown(amount.unit)) readers.isUnclear = true;
        return amount;
      };
    },
    /** The currency beside a price, or by itself; empty or undefined where there is none. */
    currencyIn: (text: string) => resolveSign(text, currencyIn(text)),
  };
  return readers;
}

/** Reads numbers that are to be written alike. */
function createColumnReader(style: NumberStyle, isAsked: boolean) {
  let mark = style === 'point' || style === 'comma' ? style : undefined;
  let assumed: string | undefined;
  let isMixed = false;
  return (text: string) => {
    const amount = readAmount(text, style);
    if (amount === undefined)
      throw new ValueProblem('value.number', `'${ellipsizeText(text)}' is not a number`);
    if (amount === AMBIGUOUS)
      throw new ValueProblem(
        'value.decimal',
        `'${ellipsizeText(text)}' can be a whole number or a fraction: set --decimal point or --decimal comma`,
      );
    if (amount.mark === undefined || isAsked) return amount;
    if (amount.isAssumed === true) assumed ??= text;
    mark ??= amount.mark;
    isMixed ||= amount.mark !== mark;
    if (!isMixed || assumed === undefined) return amount;
    throw new BrctlError(
      `'${ellipsizeText(assumed)}' can be a whole number or a fraction: the feed writes numbers either way`,
      {
        kind: 'input',
        code: 'feed.decimal',
        why: `'${ellipsizeText(text)}' is written the other way; nothing was written`,
        hint: 'set the decimal mark: --decimal point or --decimal comma',
      },
    );
  };
}
