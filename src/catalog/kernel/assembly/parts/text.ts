// Reads the tokens of a JSON text that ends with a zero byte: no token begins with it or holds it.

/** The parser's place in the text. */
export class Place {
  static at: usize = 0;
}

/** The string read last, without its quotes. */
export class Text {
  static start: usize = 0;
  static length: i32 = 0;
  static hasEscapes: bool = false;
  /** Did any string of the line, or what is close behind one, hold bytes past ASCII? */
  static isAllAscii: bool = true;
}

@inline
function isSpace(byte: u8): bool {
  return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09;
}

@inline
function isDigit(byte: u8): bool {
  return byte - 0x30 < 10;
}

/** The next byte that is not white space. */
@inline
export function peek(): u8 {
  let byte = load<u8>(Place.at);
  while (isSpace(byte)) byte = load<u8>(++Place.at);
  return byte;
}

/** Takes one punctuation mark, or stays. */
@inline
export function take(mark: u8): bool {
  if (peek() != mark) return false;
  Place.at++;
  return true;
}

@inline
function isHex(byte: u8): bool {
  return isDigit(byte) || (byte | 0x20) - 0x61 < 6;
}

/** Length of the escape sequence at `place`; 0 for none, and for surrogates, which the full check looks at. */
function escapeLength(place: usize): usize {
  const letter = load<u8>(place, 1);
  if (letter == 0x75) {
    const first = load<u8>(place, 2);
    const second = load<u8>(place, 3);
    if (!isHex(first) || !isHex(second) || !isHex(load<u8>(place, 4)) || !isHex(load<u8>(place, 5))) return 0;
    const isSurrogate = (first | 0x20) == 0x64 && second >= 0x38;
    return isSurrogate ? 0 : 6;
  }
  const isKnown =
    letter == 0x22 ||
    letter == 0x5c ||
    letter == 0x2f ||
    letter == 0x62 ||
    letter == 0x66 ||
    letter == 0x6e ||
    letter == 0x72 ||
    letter == 0x74;
  return isKnown ? 2 : 0;
}

/** Reads the string whose opening quote is at `at`, sixteen bytes a step. */
export function string(): bool {
  let place = Place.at + 1;
  Text.start = place;
  Text.hasEscapes = false;
  for (;;) {
    const bytes = v128.load(place);
    const marks = v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      i8x16.lt_u(bytes, i8x16.splat(0x20)),
    );
    if (i8x16.bitmask(bytes) != 0) Text.isAllAscii = false;
    const mask = i8x16.bitmask(marks);
    if (mask == 0) {
      place += 16;
      continue;
    }
    place += ctz(mask);
    const byte = load<u8>(place);
    if (byte == 0x22) break;
    if (byte != 0x5c) return false;
    const length = escapeLength(place);
    if (length == 0) return false;
    Text.hasEscapes = true;
    place += length;
  }
  Text.length = <i32>(place - Text.start);
  Place.at = place + 1;
  return true;
}

/** Reads a string without escapes: a key or an id, which is compared by its bytes. */
@inline
export function plainString(): bool {
  return peek() == 0x22 && string() && !Text.hasEscapes;
}

function digits(): bool {
  if (!isDigit(load<u8>(Place.at))) return false;
  do Place.at++;
  while (isDigit(load<u8>(Place.at)));
  return true;
}

export function number(): bool {
  if (load<u8>(Place.at) == 0x2d) Place.at++;
  if (load<u8>(Place.at) == 0x30) Place.at++;
  else if (!digits()) return false;
  if (load<u8>(Place.at) == 0x2e) {
    Place.at++;
    if (!digits()) return false;
  }
  if ((load<u8>(Place.at) | 0x20) == 0x65) {
    Place.at++;
    const sign = load<u8>(Place.at);
    if (sign == 0x2b || sign == 0x2d) Place.at++;
    if (!digits()) return false;
  }
  return true;
}

@inline
function word(spelling: u32): bool {
  if (load<u32>(Place.at) != spelling) return false;
  Place.at += 4;
  return true;
}

@inline
export function isTrue(): bool {
  return word(0x65757274);
}

@inline
export function isNull(): bool {
  return word(0x6c6c756e);
}

@inline
export function isFalse(): bool {
  if (load<u32>(Place.at, 1) != 0x65736c61) return false;
  Place.at += 5;
  return true;
}
