// Brings entries that begin with a fingerprint in the order of its highest byte, in place.
import { PARTITIONS } from './layout';

/** Bytes of a table with a word for each partition. */
export const PARTITION_WORDS: usize = PARTITIONS * 4;
/** Where the next entry of each partition belongs. */
const HEADS = memory.data(PARTITIONS * 4, 4);

@inline
function partOf(entry: usize): usize {
  return <usize>load<u8>(entry, 7) << 2;
}

@inline
function swap(a: usize, b: usize, offset: usize): void {
  const word = load<u64>(a + offset);
  store<u64>(a + offset, load<u64>(b + offset));
  store<u64>(b + offset, word);
}

/** Partitions `[start, end)`: entries of `size` bytes each. Writes how many each partition has to `counts`. */
export function partition(start: usize, end: usize, size: usize, counts: usize): void {
  memory.fill(counts, 0, PARTITION_WORDS);
  for (let at = start; at < end; at += size) {
    const count = counts + partOf(at);
    store<u32>(count, load<u32>(count) + 1);
  }
  let to = start;
  for (let part: usize = 0; part < PARTITION_WORDS; part += 4) {
    store<u32>(HEADS + part, <u32>to);
    to += <usize>load<u32>(counts + part) * size;
  }
  let stop = start;
  for (let part: usize = 0; part < PARTITION_WORDS; part += 4) {
    stop += <usize>load<u32>(counts + part) * size;
    let at: usize = load<u32>(HEADS + part);
    while (at < stop) {
      const other = partOf(at);
      if (other == part) {
        at += size;
        continue;
      }
      const place: usize = load<u32>(HEADS + other);
      store<u32>(HEADS + other, <u32>(place + size));
      for (let offset: usize = 0; offset < size; offset += 8) swap(at, place, offset);
    }
  }
}
