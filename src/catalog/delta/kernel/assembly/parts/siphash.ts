// SipHash-2-4 with 64 bits of output (Aumasson and Bernstein, 2012), a keyed pseudorandom function.
/** Where the host puts the key. */
export const SIP_KEY = memory.data(16, 16);

/** The first bytes of a word, fewer than eight. */
@inline
function lowestBytes(word: u64, count: u64): u64 {
  return count == 0 ? 0 : word & (0xffffffffffffffff >> (64 - (count << 3)));
}

/** SipHash-2-4 of a range. Up to seven bytes behind it are read, and do not count. */
export function sipHash(start: usize, end: usize): u64 {
  const key0 = load<u64>(SIP_KEY);
  const key1 = load<u64>(SIP_KEY, 8);
  let v0 = key0 ^ 0x736f6d6570736575;
  let v1 = key1 ^ 0x646f72616e646f6d;
  let v2 = key0 ^ 0x6c7967656e657261;
  let v3 = key1 ^ 0x7465646279746573;
  const length = end - start;
  const last = start + (length & ~7);
  let at = start;
  // the words, then what is left with the length, then the four rounds of the end
  let rounds = 2;
  while (true) {
    let word: u64 = 0;
    if (at < last) word = load<u64>(at);
    else if (at == last) word = (<u64>length << 56) | lowestBytes(load<u64>(at), length & 7);
    else {
      v2 ^= 0xff;
      rounds = 4;
    }
    v3 ^= word;
    for (let round = 0; round < rounds; round++) {
      v0 += v1;
      v1 = rotl(v1, 13) ^ v0;
      v0 = rotl(v0, 32);
      v2 += v3;
      v3 = rotl(v3, 16) ^ v2;
      v0 += v3;
      v3 = rotl(v3, 21) ^ v0;
      v2 += v1;
      v1 = rotl(v1, 17) ^ v2;
      v2 = rotl(v2, 32);
    }
    v0 ^= word;
    if (rounds == 4) return v0 ^ v1 ^ v2 ^ v3;
    at += 8;
  }
}
