import { codeUnit } from './strings';

const BACKSLASH: u8 = 0x5c;
const LETTER_U: u8 = 0x75;

/** Characters of escapes such as `\n`; the others stand for themselves. */
function unescaped(letter: u8): u8 {
  switch (letter) {
    case 0x62: return 0x08;
    case 0x66: return 0x0c;
    case 0x6e: return 0x0a;
    case 0x72: return 0x0d;
    case 0x74: return 0x09;
    default: return letter;
  }
}

/** Writes a code point as UTF-8; returns where it ends. */
function encode(point: i32, to: usize): usize {
  if (point < 0x80) {
    store<u8>(to, point);
    return to + 1;
  }
  if (point < 0x800) {
    store<u8>(to, 0xc0 | (point >> 6));
    store<u8>(to, 0x80 | (point & 0x3f), 1);
    return to + 2;
  }
  if (point < 0x10000) {
    store<u8>(to, 0xe0 | (point >> 12));
    store<u8>(to, 0x80 | ((point >> 6) & 0x3f), 1);
    store<u8>(to, 0x80 | (point & 0x3f), 2);
    return to + 3;
  }
  store<u8>(to, 0xf0 | (point >> 18));
  store<u8>(to, 0x80 | ((point >> 12) & 0x3f), 1);
  store<u8>(to, 0x80 | ((point >> 6) & 0x3f), 2);
  store<u8>(to, 0x80 | (point & 0x3f), 3);
  return to + 4;
}

/** Writes what the inside of a sound JSON string stands for, as UTF-8; returns its length, which is not above the string's. */
export function decode(start: usize, end: usize, out: usize): usize {
  let at = start;
  let to = out;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte != BACKSLASH) {
      store<u8>(to++, byte);
      at++;
    } else if (load<u8>(at, 1) != LETTER_U) {
      store<u8>(to++, unescaped(load<u8>(at, 1)));
      at += 2;
    } else {
      let point = codeUnit(at + 2, end);
      at += 6;
      if ((point & 0xfc00) == 0xd800) {
        point = 0x10000 + ((point - 0xd800) << 10) + (codeUnit(at + 2, end) - 0xdc00);
        at += 6;
      }
      to = encode(point, to);
    }
  }
  return to - out;
}
