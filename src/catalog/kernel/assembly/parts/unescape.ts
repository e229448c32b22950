// The text that a JSON string with escapes stands for, as UTF-8.

@inline
function hexDigit(byte: u8): u32 {
  return byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
}

@inline
function codeUnit(at: usize): u32 {
  return (
    (hexDigit(load<u8>(at)) << 12) |
    (hexDigit(load<u8>(at, 1)) << 8) |
    (hexDigit(load<u8>(at, 2)) << 4) |
    hexDigit(load<u8>(at, 3))
  );
}

/** Writes a character as UTF-8, half a surrogate pair as any other; gives the place behind it. */
function putCharacter(to: usize, code: u32): usize {
  if (code < 0x80) {
    store<u8>(to, <u8>code);
    return to + 1;
  }
  if (code < 0x800) {
    store<u8>(to, <u8>(0xc0 | (code >> 6)));
    store<u8>(to, <u8>(0x80 | (code & 0x3f)), 1);
    return to + 2;
  }
  if (code < 0x10000) {
    store<u8>(to, <u8>(0xe0 | (code >> 12)));
    store<u8>(to, <u8>(0x80 | ((code >> 6) & 0x3f)), 1);
    store<u8>(to, <u8>(0x80 | (code & 0x3f)), 2);
    return to + 3;
  }
  store<u8>(to, <u8>(0xf0 | (code >> 18)));
  store<u8>(to, <u8>(0x80 | ((code >> 12) & 0x3f)), 1);
  store<u8>(to, <u8>(0x80 | ((code >> 6) & 0x3f)), 2);
  store<u8>(to, <u8>(0x80 | (code & 0x3f)), 3);
  return to + 4;
}

@inline
function unescaped(letter: u8): u32 {
  if (letter == 0x62) return 8;
  if (letter == 0x74) return 9;
  if (letter == 0x6e) return 10;
  if (letter == 0x66) return 12;
  return letter == 0x72 ? 13 : letter;
}

/** Writes the string from `start` to `finish`, its first escape at `escape`, as the text that it stands for; gives its end. */
export function unescape(start: usize, escape: usize, finish: usize, place: usize): usize {
  let to = place;
  memory.copy(to, start, escape - start);
  to += escape - start;
  let at = escape;
  while (at < finish) {
    const byte = load<u8>(at);
    if (byte != 0x5c) {
      store<u8>(to++, byte);
      at++;
      continue;
    }
    const letter = load<u8>(at, 1);
    if (letter != 0x75) {
      to = putCharacter(to, unescaped(letter));
      at += 2;
      continue;
    }
    let code = codeUnit(at + 2);
    at += 6;
    if ((code & 0xfc00) == 0xd800 && load<u8>(at) == 0x5c && load<u8>(at, 1) == 0x75) {
      const low = codeUnit(at + 2);
      if ((low & 0xfc00) == 0xdc00) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        at += 6;
      }
    }
    to = putCharacter(to, code);
  }
  return to;
}
