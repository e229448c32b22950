import { addToInteger } from './shifted-integer.ts';

/** A number as digits without leading or trailing zeros, times a power of ten. Zero has no digits. */
interface Decimal {
  negative: boolean;
  digits: string;
  /** Power of ten of the first digit: 1 for 0.x form, so that 12 and 12.0 agree. An integer as text: it may be of any length. */
  magnitude: string;
}

/** Texts are JSON numbers, so that it is enough to find where their parts begin: a pattern takes long on millions of digits. */
function partsOf(text: string): { negative: boolean; whole: string; fraction: string; exponent: string } {
  const negative = text.startsWith('-');
  const e = text.search(/[eE]/);
  const mantissa = text.slice(negative ? 1 : 0, e < 0 ? text.length : e);
  const point = mantissa.indexOf('.');
  return {
    negative,
    whole: point < 0 ? mantissa : mantissa.slice(0, point),
    fraction: point < 0 ? '' : mantissa.slice(point + 1),
    exponent: e < 0 ? '0' : text.slice(e + 1),
  };
}

/** Trailing zeros by hand: /0+$/ takes quadratic time on a long row of zeros that does not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

function parseDecimal(text: string): Decimal {
  const { negative, whole, fraction, exponent } = partsOf(text);
  const all = whole + fraction;
  let leading = 0;
  while (leading < all.length && all[leading] === '0') leading++;
  const digits = withoutTrailingZeros(all.slice(leading));
  if (digits === '') return { negative: false, digits, magnitude: '0' };
  return { negative, digits, magnitude: addToInteger(exponent, whole.length - leading) };
}

/**
 * Do two JSON number spellings mean the same number? Exactly: 1, 1.0 and 1e0 agree, 0 and -0 too, 1e400 and
 * 1e401 do not. The cost is linear in the spellings, not in the numbers.
 */
export function isSameDecimal(a: string, b: string): boolean {
  if (a === b) return true;
  const left = parseDecimal(a);
  const right = parseDecimal(b);
  return (
    left.digits === right.digits && left.magnitude === right.magnitude && left.negative === right.negative
  );
}
