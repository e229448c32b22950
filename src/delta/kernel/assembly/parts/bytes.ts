const VECTOR: usize = 16;

/** Are two ranges of one length the same bytes? Reads whole vectors: there is room behind all text. */
export function sameBytes(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  while (at + VECTOR <= length) {
    if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
    at += VECTOR;
  }
  if (at == length) return true;
  const equal = i8x16.bitmask(i8x16.eq(v128.load(a + at), v128.load(b + at)));
  const wanted = (1 << <i32>(length - at)) - 1;
  return (equal & wanted) == wanted;
}
