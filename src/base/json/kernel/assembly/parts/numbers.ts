// Where the numbers of a JSON text end.
const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;
/** The byte after a number of fewer bytes, without its sign, is in the same vector. */
const SHORT: usize = 15;

@inline
function isDigitAt(at: usize): bool {
  return <u8>(load<u8>(at) - ZERO) <= 9;
}

/** Behind the digits at a place, `end` at the latest; 0 where there are none. */
function digitsEnd(start: usize, end: usize): usize {
  let at = start;
  while (at < end && isDigitAt(at)) at++;
  return at == start ? 0 : at;
}

/** Behind a number of any length, with or without an exponent; 0 where it is none. */
function anyNumberEnd(start: usize, end: usize): usize {
  let at = load<u8>(start) == MINUS ? start + 1 : start;
  at = at < end && load<u8>(at) == ZERO ? at + 1 : digitsEnd(at, end);
  if (at == 0) return 0;
  if (at < end && load<u8>(at) == POINT) {
    at = digitsEnd(at + 1, end);
    if (at == 0) return 0;
  }
  if (at >= end || (load<u8>(at) | 0x20) != 0x65) return at;
  at++;
  if (at < end && (load<u8>(at) == 0x2b || load<u8>(at) == MINUS)) at++;
  return digitsEnd(at, end);
}

/** Behind the number at a place; 0 where there is none. The digits of a short one are told at once. */
@inline
export function numberEnd(start: usize, end: usize): usize {
  const first = load<u8>(start) == MINUS ? start + 1 : start;
  const bytes = i8x16.sub(v128.load(first), i8x16.splat(ZERO));
  const digits = i8x16.bitmask(i8x16.lt_u(bytes, i8x16.splat(10)));
  const whole: usize = ctz(~digits);
  let count = whole;
  if (count < SHORT && load<u8>(first + count) == POINT) count += 1 + ctz(~(digits >> (<i32>count + 1)));
  const isSound = (whole == 1 || (whole > 1 && load<u8>(first) != ZERO)) && isDigitAt(first + count - 1);
  return isSound && count < SHORT && (load<u8>(first + count) | 0x20) != 0x65 ? first + count : anyNumberEnd(start, end);
}
