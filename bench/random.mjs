/** A seeded generator of numbers from 0 to 1 (mulberry32): the same seed gives the same data everywhere. */
export function randomOf(...seeds) {
  let state = 0x9e3779b9;
  for (const seed of seeds) state = Math.imul(state ^ seed, 0x85ebca6b) ^ (state >>> 13);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of a list. */
export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** A whole number from `low` to `high`, both included. */
export function between(random, low, high) {
  return low + Math.floor(random() * (high - low + 1));
}

/** The numbers 0 to count - 1 in a random order. */
export function permutation(count, random) {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const swapped = order[last];
    order[last] = order[other];
    order[other] = swapped;
  }
  return order;
}
