const VECTOR: usize = 16;

@inline
function sameFew(a: usize, b: usize, length: usize): bool {
  const equal = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)));
  const wanted = (1 << <i32>length) - 1;
  return (equal & wanted) == wanted;
}

function sameMany(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  while (at + VECTOR <= length) {
    if (v128.any_true(v128.xor(v128.load(a + at), v128.load(b + at)))) return false;
    at += VECTOR;
  }
  return sameFew(a + at, b + at, length - at);
}

/** Are two ranges of one length the same bytes? Reads whole vectors: there is room behind all text. */
@inline
export function sameBytes(a: usize, b: usize, length: usize): bool {
  return length <= VECTOR ? sameFew(a, b, length) : sameMany(a, b, length);
}
