import { DOT, NINE, ZERO } from '../../../base/json/ascii.ts';

/** What separates the whole from its fraction: 12.50, or 12,50. */
export type DecimalMark = 'point' | 'comma';

/** A number with its digits as they were written, and what stood beside it. */
export interface Amount {
  /** As JSON writes a number. */
  digits: string;
  /** ISO code of a currency, or another word such as `cm`; empty where there is none. */
  unit: string;
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const CODE = /^[A-Za-z]{1,4}$/;
/** A number with something in front or behind that has no digits: `USD 12.50`, `12,50 €`, `1'299.00`. */
const WITH_UNIT = /^([^\d.,+-]*)([+-]?)([^\d.,+-]*)([\d.,'’\s]*\d[.,]?)([^\d]*)$/u;
const THOUSANDS: Readonly<Record<',' | '.', RegExp>> = {
  ',': /^\d{1,3}(?:,\d{3})+$/,
  '.': /^\d{1,3}(?:\.\d{3})+$/,
};
const GAP = /['’\s]/u;
const GAPS = /['’\s]/gu;
/** Spaces and apostrophes stand between thousands. */
const GAPPED = /^\d{1,3}(?:['’\s]\d{3})+(?:[.,]\d*)?$/u;
const SYMBOLS: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '¥': 'JPY', $: 'USD' };
/** No price is longer; a pattern takes its time on a text without end. */
const MAX_CHARACTERS = 60;

/**
 * Reads a number as feeds write it: with a currency or unit, with separators between thousands, with a decimal point or comma.
 * Its digits stay: 12.50 is 12.50. A single separator in front of three digits is ambiguous; `mark` decides.
 *
 * @returns undefined for what is no number
 */
export function readAmount(text: string, mark: DecimalMark): Amount | undefined {
  if (text === last.text && mark === last.mark) return last.amount;
  const amount = amountIn(text, mark);
  last = { text, mark, amount };
  return amount;
}

/** A price is read twice, once for its currency. */
let last: { text: string; mark: DecimalMark; amount: Amount | undefined } = {
  text: '',
  mark: 'point',
  amount: undefined,
};

function amountIn(text: string, mark: DecimalMark): Amount | undefined {
  if (mark === 'point') {
    const space = text.indexOf(' ');
    if (space < 0) {
      if (isPlainNumber(text, text.length) || JSON_NUMBER.test(text)) return { digits: text, unit: '' };
    } else if (isPlainNumber(text, space)) {
      const unit = text.slice(space + 1);
      if (CODE.test(unit)) return { digits: text.slice(0, space), unit };
    }
  }
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_CHARACTERS) return undefined;
  const [, before = '', sign = '', between = '', body = '', after = ''] = WITH_UNIT.exec(trimmed) ?? [];
  const digits =
    GAP.test(body) && !GAPPED.test(body) ? undefined : plainDigits(body.replaceAll(GAPS, ''), mark);
  if (digits === undefined) return JSON_NUMBER.test(trimmed) ? { digits: trimmed, unit: '' } : undefined;
  const unit = [before, between, after].map((word) => word.trim()).filter((word) => word !== '');
  if (unit.length > 1) return undefined;
  return { digits: sign === '-' ? `-${digits}` : digits, unit: SYMBOLS[unit[0] ?? ''] ?? unit[0] ?? '' };
}

/** Do the characters up to there make a number of JSON without sign and exponent? Most prices do. */
function isPlainNumber(text: string, end: number): boolean {
  let points = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === DOT && at > 0 && at < end - 1) points++;
    else if (code < ZERO || code > NINE) return false;
  }
  const hasZeroInFront = text.charCodeAt(0) === ZERO && end > 1 && text.charCodeAt(1) !== DOT;
  return end > 0 && points < 2 && !hasZeroInFront;
}

/** Digits with at most a decimal point, as JSON has them. */
function plainDigits(body: string, mark: DecimalMark): string | undefined {
  const comma = body.lastIndexOf(',');
  const point = body.lastIndexOf('.');
  if (comma < 0 && point < 0) return asJson(body, '');
  if (comma >= 0 && point >= 0) {
    const [thousands, at] = comma > point ? (['.', comma] as const) : ([',', point] as const);
    const whole = body.slice(0, at);
    return THOUSANDS[thousands].test(whole)
      ? asJson(whole.replaceAll(thousands, ''), body.slice(at + 1))
      : undefined;
  }
  const separator = comma >= 0 ? ',' : '.';
  const isDecimalMark = (separator === ',') === (mark === 'comma');
  const isOnlyOne = body.indexOf(separator) === body.lastIndexOf(separator);
  if (THOUSANDS[separator].test(body) && !(isOnlyOne && isDecimalMark))
    return asJson(body.replaceAll(separator, ''), '');
  if (!isOnlyOne) return undefined;
  const [whole = '', fraction = ''] = body.split(separator);
  return asJson(whole, fraction);
}

function asJson(whole: string, fraction: string): string | undefined {
  if (whole === '' && fraction === '') return undefined;
  const plain = whole.replace(/^0+(?=\d)/, '') || '0';
  if (!/^\d*$/.test(plain + fraction)) return undefined;
  return fraction === '' ? plain : `${plain}.${fraction}`;
}

/** Do these samples show that the feed writes 12,50 rather than 12.50? */
export function markOf(samples: Iterable<string>): DecimalMark {
  let commas = 0;
  let points = 0;
  for (const sample of samples) {
    if (/\d,\d{1,2}(?!\d)/.test(sample)) commas++;
    if (/\d\.\d{1,2}(?!\d)/.test(sample)) points++;
  }
  return commas > points ? 'comma' : 'point';
}
