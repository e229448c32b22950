/** Digits that a Number holds exactly, with room for a sum. */
const EXACT_DIGITS = 15;
const EXACT_LIMIT = 10 ** EXACT_DIGITS;

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits[start] === '0') start++;
  return digits.slice(start);
}

/** The digits of a number that is one larger, or with `step` -1 one smaller; the number is not 0. */
function neighbour(digits: string, step: 1 | -1): string {
  const [turning, turned] = step === 1 ? ['9', '0'] : ['0', '9'];
  let at = digits.length - 1;
  while (at >= 0 && digits[at] === turning) at--;
  const rest = turned.repeat(digits.length - 1 - at);
  if (at < 0) return `1${rest}`;
  return withoutLeadingZeros(`${digits.slice(0, at)}${Number(digits[at]) + step}${rest}`);
}

/**
 * An integer of any length, as JSON writes exponents (`7`, `+07`, `-7`), plus a small one, in plain digits.
 * Linear in the digits, unlike sums of BigInt, which are made of the text first.
 */
export function addToInteger(integer: string, offset: number): string {
  const negative = integer.startsWith('-');
  const digits = withoutLeadingZeros(/^[+-]/.test(integer) ? integer.slice(1) : integer);
  const sign = negative ? -1 : 1;
  if (digits.length <= EXACT_DIGITS) return String(sign * Number(digits) + offset);
  let head = digits.slice(0, -EXACT_DIGITS);
  let tail = Number(digits.slice(-EXACT_DIGITS)) + sign * offset;
  if (tail >= EXACT_LIMIT) {
    head = neighbour(head, 1);
    tail -= EXACT_LIMIT;
  } else if (tail < 0) {
    head = neighbour(head, -1);
    tail += EXACT_LIMIT;
  }
  const sum = withoutLeadingZeros(`${head}${String(tail).padStart(EXACT_DIGITS, '0')}`);
  return `${negative ? '-' : ''}${sum}`;
}
