const QUOTE: u8 = 0x22;
const BACKSLASH: u8 = 0x5c;

/** Of what `stringEnd` returns: the string has escapes. Addresses stay below. */
export const ESCAPES: usize = 0x80000000;

/**
 * Behind the quote that ends the string whose inside begins at `start`, with `ESCAPES` where it has some; 0 where it is none,
 * or does not end before `end`. Short ones may end behind it.
 */
@inline
export function stringEnd(start: usize, end: usize): usize {
  const bytes = v128.load(start);
  const quotes = i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(QUOTE)));
  const stops = i8x16.bitmask(
    v128.or(i8x16.eq(bytes, i8x16.splat(BACKSLASH)), i8x16.lt_u(bytes, i8x16.splat(0x20))),
  );
  // of the bits up to the first quote, none is that of a stop
  if (quotes != 0 && (stops & (quotes ^ (quotes - 1))) == 0) return start + ctz(quotes) + 1;
  return longStringEnd(start, end);
}

function longStringEnd(start: usize, end: usize): usize {
  const quote = i8x16.splat(QUOTE);
  const backslash = i8x16.splat(BACKSLASH);
  const space = i8x16.splat(0x20);
  let at = start;
  let escapes: usize = 0;
  while (at < end) {
    const bytes = v128.load(at);
    const stops = i8x16.bitmask(
      v128.or(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)), i8x16.lt_u(bytes, space)),
    );
    if (stops == 0) {
      at += 16;
      continue;
    }
    at += ctz(stops);
    if (at >= end) return 0;
    if (load<u8>(at) == QUOTE) return (at + 1) | escapes;
    if (load<u8>(at) != BACKSLASH) return 0;
    at = escapeEnd(at, end);
    if (at == 0) return 0;
    escapes = ESCAPES;
  }
  return 0;
}

/** The four hexadecimal digits at a place; -1 where they are none. */
export function codeUnit(at: usize, end: usize): i32 {
  if (at + 4 > end) return -1;
  let unit: i32 = 0;
  for (let digit: usize = 0; digit < 4; digit++) {
    const byte = load<u8>(at + digit);
    const letter = byte | 0x20;
    if (byte >= 0x30 && byte <= 0x39) unit = (unit << 4) | (byte - 0x30);
    else if (letter >= 0x61 && letter <= 0x66) unit = (unit << 4) | (letter - 0x57);
    else return -1;
  }
  return unit;
}

/** Where the escape that starts at `at` ends; 0 where it is none, or half of a surrogate pair. */
export function escapeEnd(at: usize, end: usize): usize {
  if (at + 1 >= end) return 0;
  switch (load<u8>(at, 1)) {
    case 0x22: case 0x5c: case 0x2f: case 0x62: case 0x66: case 0x6e: case 0x72: case 0x74:
      return at + 2;
    case 0x75:
      return unicodeEscapeEnd(at, end);
    default:
      return 0;
  }
}

function unicodeEscapeEnd(at: usize, end: usize): usize {
  const unit = codeUnit(at + 2, end);
  if (unit < 0) return 0;
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  if (unit >= 0xdc00 || at + 12 > end || load<u8>(at, 6) != BACKSLASH || load<u8>(at, 7) != 0x75) return 0;
  const low = codeUnit(at + 8, end);
  return low >= 0xdc00 && low <= 0xdfff ? at + 12 : 0;
}

@inline
function isContinuation(at: usize): bool {
  return (load<u8>(at) & 0xc0) == 0x80;
}

/** Length of the well-formed UTF-8 sequence at `at`, or 0 (Unicode, table 3-7). */
function sequenceLength(at: usize, end: usize): usize {
  const lead = load<u8>(at);
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = at + 1 < end ? load<u8>(at, 1) : 0;
  if ((second & 0xc0) != 0x80) return 0;
  if (lead < 0xe0) return 2;
  if (at + 2 >= end || !isContinuation(at + 2)) return 0;
  if (lead < 0xf0) return (lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) ? 0 : 3;
  if (at + 3 >= end || !isContinuation(at + 3)) return 0;
  return (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f) ? 0 : 4;
}

/** Is the range well-formed UTF-8? Reads whole vectors, of which most have no byte above 0x7f. */
export function isUtf8(start: usize, end: usize): bool {
  let at = start;
  while (at < end) {
    const high = i8x16.bitmask(v128.load(at));
    if (high == 0) {
      at += 16;
      continue;
    }
    at += ctz(high);
    if (at >= end) break;
    const length = sequenceLength(at, end);
    if (length == 0) return false;
    at += length;
  }
  return true;
}
