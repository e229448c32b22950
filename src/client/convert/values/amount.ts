import { DOT } from '../../../base/json/ascii.ts';

/** Decimal mark: 12.50, or 12,50. */
export type DecimalMark = 'point' | 'comma';

/**
 * How a field's numbers are written: with a mark that some show; `thousands` where none does: three digits
 * behind a separator are thousands; `unknown` where they contradict each other.
 */
export type NumberStyle = DecimalMark | 'thousands' | 'unknown';

/** A number with its digits as they were written, and what stood beside it. */
export interface Amount {
  /** As JSON writes a number. */
  digits: string;
  /** ISO code of a currency, or other words such as `cm`; empty where there are none. */
  unit: string;
  /** The decimal mark that the text shows, or that its reading assumed; undefined for `12`. */
  mark?: DecimalMark | undefined;
  /** `1.299` is a whole number or a fraction: the style decided. */
  isAssumed?: boolean;
}

/** A number of which nobody knows whether its separator is a decimal mark. */
export const AMBIGUOUS = Symbol('ambiguous');

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BODY = /\d(?:[\d.,'’\s]*\d)?[.,]?/uy;
const THOUSANDS: Readonly<Record<',' | '.', RegExp>> = {
  // Of lakhs and crores: 1,29,999.
  ',': /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/,
  '.': /^\d{1,3}(?:\.\d{3})+$/,
};
/** Three digits behind a separator, fewer and no zero before it. */
const THREE_BEHIND = /^[1-9]\d{0,2}[.,]\d{3}$/;
const GAP = /['’\s]/u;
const GAPS = /['’\s]/gu;
/** Spaces and apostrophes stand between thousands. */
const GAPPED = /^\d{1,3}(?:['’\s]\d{3})+(?:[.,]\d*)?$/u;
const FULL_WIDTH = /[\uff01-\uff5e\u3000]/;
const MINUS = /^[-−]|[-−]\s?$/;
/** No price is longer; a pattern takes its time on a text without end. */
const MAX_CHARACTERS = 60;

/** Reads a number with currency, unit, separators and either mark; digits stay. Undefined for no number. Without a style none is ambiguous. */
export function readAmount(text: string): Amount | undefined;
export function readAmount(text: string, style: NumberStyle): Amount | typeof AMBIGUOUS | undefined;
export function readAmount(text: string, style: NumberStyle = 'thousands') {
  return parseUsual(text) ?? parseAmount(text, style);
}

/** Most prices are `12.50`, or `12.50 USD`; three digits behind the point may be thousands. */
const USUAL = /^((?:0|[1-9]\d*)(?:\.(?!\d{3}(?!\d))\d+)?)(?: ([A-Z]{3}))?$/;

function parseUsual(text: string): Amount | undefined {
  const [, digits, unit = ''] = (text.length <= MAX_CHARACTERS && USUAL.exec(text)) || [];
  return digits === undefined
    ? undefined
    : { digits, unit, mark: digits.includes('.') ? 'point' : undefined };
}

function parseAmount(given: string, style: NumberStyle): Amount | typeof AMBIGUOUS | undefined {
  if (given.length > 4 * MAX_CHARACTERS) return undefined;
  const text = (FULL_WIDTH.test(given) ? given.normalize('NFKC') : given).trim();
  if (text.length > MAX_CHARACTERS) return undefined;
  if (/[eE]/.test(text) && JSON_NUMBER.test(text)) return { digits: text, unit: '' };
  const start = findNumberStart(text);
  BODY.lastIndex = text.charCodeAt(start) === DOT || text[start] === ',' ? start + 1 : start;
  const found = BODY.exec(text)?.[0];
  if (found === undefined) return undefined;
  const body = text.slice(start, BODY.lastIndex);
  const after = text.slice(BODY.lastIndex);
  if (/\d/.test(after) || (GAP.test(body) && !GAPPED.test(body))) return undefined;
  const number = parseNumber(body, style);
  if (number === undefined || number === AMBIGUOUS) return number;
  const before = text.slice(0, start).trim();
  // In accounts, brackets say it: (12.50).
  const isNegative = MINUS.test(before) || (before.endsWith('(') && after.startsWith(')'));
  const words = `${before.replace(/^[-−+]|[-−+]$/g, '').trim()} ${after.trim()}`.trim();
  return {
    ...number,
    digits: isNegative ? `-${number.digits}` : number.digits,
    // The yen has no fraction.
    unit: /^[¥￥]$/.test(words) && number.digits.includes('.') ? 'CNY' : words,
  };
}

/** The first digit, or the mark in front of it: the point of `.5`, not that of `Rs.500`. */
function findNumberStart(text: string): number {
  const digit = text.search(/\d/);
  const isMark = digit > 0 && /[.,]/.test(text[digit - 1] as string);
  return isMark && !/\p{L}/u.test(text[digit - 2] ?? '') ? digit - 1 : digit;
}

function parseNumber(
  written: string,
  style: NumberStyle,
): Omit<Amount, 'unit'> | typeof AMBIGUOUS | undefined {
  const body = written.replaceAll(GAPS, '');
  const [comma, point] = [body.lastIndexOf(','), body.lastIndexOf('.')];
  if (comma < 0 && point < 0) return createNumber(body, '', undefined);
  const separator = comma > point ? ',' : '.';
  const position = Math.max(comma, point);
  const whole = body.slice(0, position);
  const other = separator === ',' ? '.' : ',';
  const asMark: DecimalMark = separator === ',' ? 'comma' : 'point';
  if (whole.includes(other))
    return THOUSANDS[other].test(whole)
      ? createNumber(whole.replaceAll(other, ''), body.slice(position + 1), asMark)
      : undefined;
  const opposite: DecimalMark = asMark === 'comma' ? 'point' : 'comma';
  if (whole.includes(separator)) {
    // `1.299.-` has no pence.
    const plain = position === body.length - 1 ? whole : body;
    return THOUSANDS[separator].test(plain)
      ? createNumber(plain.replaceAll(separator, ''), '', opposite)
      : undefined;
  }
  const isThousand = THREE_BEHIND.test(body) && !GAP.test(written);
  if (!isThousand) return createNumber(whole, body.slice(position + 1), asMark);
  if (style === 'unknown') return AMBIGUOUS;
  const isFraction = style === asMark;
  const number = isFraction
    ? createNumber(whole, body.slice(position + 1), asMark)
    : createNumber(body.replace(separator, ''), '', opposite);
  return number && { ...number, isAssumed: true };
}

function createNumber(whole: string, fraction: string, mark: DecimalMark | undefined) {
  if (whole === '' && fraction === '') return undefined;
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  if (!/^\d*$/.test(plain + fraction)) return undefined;
  return { digits: fraction === '' ? plain : `${plain}.${fraction}`, mark };
}

/** `1299` of two digits of fraction, as an amount in cents, is `12.99`; undefined where it is not whole. */
export function scaleDown(digits: string, places: number): string | undefined {
  if (!/^-?\d+$/.test(digits)) return undefined;
  const padded = digits.replace('-', '').padStart(places + 1, '0');
  const whole = padded.slice(0, padded.length - places);
  const sign = digits.startsWith('-') ? '-' : '';
  return places === 0 ? digits : `${sign}${whole}.${padded.slice(-places)}`;
}

export function detectStyle(samples: Iterable<string>): NumberStyle {
  const marks = new Set<DecimalMark>();
  for (const sample of samples) {
    const amount = readAmount(sample, 'unknown');
    if (amount !== undefined && amount !== AMBIGUOUS && amount.mark !== undefined) marks.add(amount.mark);
  }
  const [mark = 'thousands', other] = marks;
  return other === undefined ? mark : 'unknown';
}
