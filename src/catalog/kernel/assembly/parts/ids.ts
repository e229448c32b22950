// Rules of ids. The host fills this from rules/id-rules.ts, which alone has the rule.

/** A byte for each byte: may it be in an id? */
export const ID_BYTES: usize = memory.data(256);
/** Bytes of an id: this many at least, and at most. */
export let leastIdBytes: i32 = 0;
export let mostIdBytes: i32 = 0;

/** Is this an id? Of one that is not, or may not be, the full check tells. */
export function isId(start: usize, length: i32): bool {
  if (length < leastIdBytes || length > mostIdBytes) return false;
  for (let at: usize = 0; at < <usize>length; at++) {
    if (load<u8>(ID_BYTES + <usize>load<u8>(start + at)) == 0) return false;
  }
  return true;
}
