import { DOT, isDigit, isExponentMark, MINUS, PLUS, ZERO } from './ascii.ts';

function skipDigits(bytes: Uint8Array, at: number, end: number): number {
  let next = at;
  while (next < end && isDigit(bytes[next])) next++;
  return next;
}

/**
 * Reads the number at `at`, which holds a digit or a minus sign (RFC 8259, section 6: no leading zeros or plus,
 * digits on both sides of the point).
 *
 * @returns the offset behind it, or `-1 - offset` of the byte at which a digit was missing
 */
export function scanNumber(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] === MINUS ? at + 1 : at;
  let next = first < end && bytes[first] === ZERO ? first + 1 : skipDigits(bytes, first, end);
  if (next === first) return -1 - next;
  if (next < end && bytes[next] === DOT) {
    const fraction = next + 1;
    next = skipDigits(bytes, fraction, end);
    if (next === fraction) return -1 - next;
  }
  if (next < end && isExponentMark(bytes[next])) {
    const sign = bytes[next + 1];
    const exponent = sign === PLUS || sign === MINUS ? next + 2 : next + 1;
    next = skipDigits(bytes, Math.min(exponent, end), end);
    if (next <= exponent) return -1 - next;
  }
  return next;
}
