import besidePrices from '../../../../words/beside-prices.json' with { type: 'json' };
import crowns from '../../../../words/crowns.json' with { type: 'json' };
import currencies from '../../../../words/currencies.json' with { type: 'json' };
import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import { memoizeByText } from './plain-text.ts';
import { compileWords, indexWords } from './words.ts';

const CODES = new Map<string, string>([
  ...Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), code] as const),
  ...indexWords(currencies),
]);
const OTHER_WORDS = indexWords(besidePrices);

/** Currencies with three digits behind the mark. */
const THREE_DIGITS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

/** Currencies without a fraction. */
const NO_DIGITS = /^(?:BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|X[AOP]F)$/;

export const countFractionDigits = (currency = ''): number =>
  NO_DIGITS.test(currency) ? 0 : hasThreeDigits(currency) ? 3 : 2;

export const hasThreeDigits = (currency = ''): boolean => THREE_DIGITS.has(currency);

/** ISO code that `US$`, `Kč`, `$ CAD` name; empty for none; undefined for words such as `from`, `%`. */
export const currencyOf = memoizeByText((words): string | undefined => {
  const terms = words
    .toLowerCase()
    .split(/[\s()]+|(?=税)|(?=\/\p{L})/u)
    .filter((word) => word !== '' && !OTHER_WORDS.has(word));
  // In Sweden and Denmark `fr.` and `fra` stand before the lowest of several prices.
  if (terms[0]?.startsWith('fr') === true && /\bkr\b/i.test(words)) return undefined;
  const codes = terms.map((word) => CODES.get(word) ?? CODES.get(word.replace(/[.:,-]+$/, '')));
  if (codes.length === 0) return '';
  if (codes.includes(undefined)) return undefined;
  // Of `$ CAD` the code tells which dollar it is.
  const spelled = terms.filter((word) => /^[a-z]{3}$/.test(word)).map((word) => CODES.get(word) as string);
  const [code = codes[0], ...others] = new Set(spelled);
  const signs = codes.filter((other) => other !== code);
  const isOneDollar = signs.every(
    (sign) => sign === 'USD' && /^(?:CAD|AUD|NZD|HKD|SGD|TWD|MXN|[A-Z]{2}[DP])$/.test(code ?? ''),
  );
  return others.length === 0 && isOneDollar ? code : undefined;
});

/** Crowns that `kr` can be, by their codes, hosts, languages and countries. */
const CROWNS = indexWords(crowns);

const CROWN = /(?<!\p{L})kr(?!\p{L})/iu;

/** Fields that tell of the language or country of a feed. */
const LOCALE_FIELD = compileWords(fieldNames, '(?:^|[/.@:])(?:{locale})$', 'i');

/** The same outside of records: `xml:lang="sv-SE"`, `<language>sv</language>`, `"locale": "sv_SE"`. */
const LOCALE =
  /(?:\bxml:lang\s*=\s*["']|<(?:language|country)>\s*|"(?:language|locale|country)"\s*:\s*")([\w-]+)/gi;
/** Records begin somewhere in it. */
const HEAD_CHARACTERS = 4_000;

const TOP_LEVEL = /^(?:https?:)?\/\/[^/?#:]*\.([a-z]+)(?=[/?#:]|$)/i;

export const hasCrown = (text: string): boolean => CROWN.test(text);

/** Languages and countries that the head of a feed and its fields of such names tell of. */
export function listLocales(
  head: string,
  fields: readonly string[],
  samplesOf: (field: string) => readonly string[],
): string[] {
  const around = [...head.slice(0, HEAD_CHARACTERS).matchAll(LOCALE)].map(([, locale = '']) => locale);
  return [...around, ...fields.filter((field) => LOCALE_FIELD.test(field)).flatMap(samplesOf)];
}

/** Which crown `kr` is, by the first list that tells of any; undefined where that tells of several. */
export function findCrown(
  currencies: readonly string[],
  urls: readonly string[],
  locales: readonly string[],
): string | undefined {
  const hosts = urls.map((url) => TOP_LEVEL.exec(url.trim())?.[1] ?? '');
  for (const words of [currencies, hosts, locales.flatMap((locale) => locale.trim().split(/[-_]/))]) {
    const [code, other] = new Set(words.flatMap((word) => CROWNS.get(word.toLowerCase()) ?? []));
    if (code !== undefined) return other === undefined ? code : undefined;
  }
  return undefined;
}
