import { memoizeByText } from './memoize-by-text.ts';

/** ISO codes for what feeds write in their place. What stands for several currencies, such as `kr`, is no code. */
const SIGNS: Readonly<Record<string, string>> = {
  EUR: '€ euro euros',
  USD: '$ us$ u$s',
  GBP: '£',
  JPY: '¥ ￥ 円 yen',
  CNY: '元 人民币 rmb cn¥',
  CAD: 'ca$ c$ can$',
  AUD: 'au$ a$',
  NZD: 'nz$',
  HKD: 'hk$',
  SGD: 's$ sg$',
  TWD: 'nt$',
  MXN: 'mx$ mex$',
  BRL: 'r$',
  CZK: 'kč kc',
  PLN: 'zł zl',
  RUB: '₽ руб руб. р р. rur',
  UAH: '₴ грн грн.',
  BYN: 'br byr',
  KZT: '₸ тг',
  HUF: 'ft',
  RON: 'lei',
  BGN: 'лв лв.',
  CHF: 'fr fr. sfr sfr.',
  INR: '₹',
  KRW: '₩ 원',
  ILS: '₪',
  TRY: '₺ tl',
  THB: '฿ บาท',
  VND: '₫ đ',
  PHP: '₱',
  NGN: '₦',
  ZAR: 'r',
  IDR: 'rp rp.',
  MYR: 'rm',
  PEN: 's/ s/.',
  AED: 'dh dhs د.إ',
  SAR: 'ر.س',
  DKK: 'dkr dkr.',
  NOK: 'nkr nkr.',
  SEK: 'skr skr.',
  ISK: 'ikr',
};

const CODES = new Map<string, string>([
  ...Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), code] as const),
  ...Object.entries(SIGNS).flatMap(([code, signs]) => signs.split(' ').map((sign) => [sign, code] as const)),
]);

/** Words beside a price that say nothing of its currency: signs of several ones, taxes, and what one piece is called. */
const OTHER_WORDS = new Set(
  (
    'kr kr. rs rs. din. : :- - -- – — .- inc inc. incl incl. including ex ex. excl excl. excluding vat gst tax inkl inkl. exkl exkl. mwst mwst. ust ust. ' +
    'moms ttc ht tva iva inclusa inclusa. incluido incluída incluso incl iva. compresa esclusa btw dph s bez vč. brutto netto áfa kdv ' +
    'each ea ea. /ea /each 税込 税抜 (税込) (税抜) /ks /szt. /szt /st /st. /stk /stk. /шт /шт. /pc /pcs /個'
  ).split(' '),
);

/** Currencies with three digits behind the mark. */
const THREE_DIGITS = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']);

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
