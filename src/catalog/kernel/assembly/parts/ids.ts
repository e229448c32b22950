// What an id may be. The host fills this from rules/id-rules.ts, which alone has the rule.

/** A byte for each byte: may it be in an id? */
const ALLOWED: usize = memory.data(256);

export class IdRules {
  /** Bytes of an id: this many at least, and at most. */
  static leastBytes: i32 = 0;
  static mostBytes: i32 = 0;
}

/** Where the host writes which bytes may be in an id. */
export function idBytes(): usize {
  return ALLOWED;
}

/** Is this an id? Of one that is not, or may not be, the full check tells. */
export function isId(start: usize, length: i32): bool {
  if (length < IdRules.leastBytes || length > IdRules.mostBytes) return false;
  for (let at: usize = 0; at < <usize>length; at++) {
    if (load<u8>(ALLOWED + <usize>load<u8>(start + at)) == 0) return false;
  }
  return true;
}
