// Do two JSON numbers mean the same? Digit by digit: 1, 1.0 and 10e-1 do, as 0 and -0; 1e400 and 1e401 do not.
const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;

/** Exponents of more digits are compared as they are spelled. */
const MAX_EXPONENT_DIGITS: usize = 17;

/** The number read last: from the first digit that is not 0 to behind the last one, with a point perhaps; 0 for zero. */
let first: usize = 0;
let last: usize = 0;
let isNegative: bool = false;
/** Power of ten of the first digit. */
let magnitude: i64 = 0;
let isReadable: bool = false;

function readNumber(start: usize, end: usize): void {
  isNegative = load<u8>(start) == MINUS;
  first = 0;
  last = 0;
  magnitude = 0;
  let isFraction = false;
  let at = isNegative ? start + 1 : start;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if ((byte | 0x20) == 0x65) break;
    if (byte == POINT) {
      isFraction = true;
      continue;
    }
    if (byte != ZERO) {
      if (first == 0) first = at;
      last = at + 1;
    }
    if (!isFraction) magnitude += i64(first != 0);
    else if (first == 0) magnitude--;
  }
  isReadable = true;
  if (first == 0) {
    isNegative = false;
    magnitude = 0;
  } else if (at < end) readExponent(at + 1, end);
}

function readExponent(start: usize, end: usize): void {
  const isBelow = load<u8>(start) == MINUS;
  let at = isBelow || load<u8>(start) == 0x2b ? start + 1 : start;
  while (at < end && load<u8>(at) == ZERO) at++;
  isReadable = end - at <= MAX_EXPONENT_DIGITS;
  let exponent: i64 = 0;
  for (; isReadable && at < end; at++) exponent = exponent * 10 + <i64>(load<u8>(at) - ZERO);
  magnitude += isBelow ? -exponent : exponent;
}

/** Do numbers of different spellings mean the same? */
export function sameNumber(oldStart: usize, oldEnd: usize, newStart: usize, newEnd: usize): bool {
  readNumber(oldStart, oldEnd);
  let old = first;
  const oldLast = last;
  const wasNegative = isNegative;
  const oldMagnitude = magnitude;
  const wasReadable = isReadable;
  readNumber(newStart, newEnd);
  if (!wasReadable || !isReadable || wasNegative != isNegative || oldMagnitude != magnitude) return false;
  let fresh = first;
  while (old < oldLast && fresh < last) {
    if (load<u8>(old) == POINT) old++;
    if (load<u8>(fresh) == POINT) fresh++;
    if (load<u8>(old++) != load<u8>(fresh++)) return false;
  }
  return old == oldLast && fresh == last;
}
