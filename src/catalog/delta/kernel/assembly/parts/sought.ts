// Ids that seem to be more than once in a catalog.
import { ID_BYTES } from './layout';

let table: usize = 0;
let mask: u64 = 0;

@inline
function slotOf(id: u64): usize {
  let index = id & mask;
  while (true) {
    const slot = table + <usize>index * ID_BYTES;
    const found = load<u64>(slot);
    if (found == 0 || found == id) return slot;
    index = (index + 1) & mask;
  }
}

/** Seeks ids from now on, by a table of this many slots, a power of two and more than there are ids. */
export function seekIds(ids: usize, count: i32, slots: usize, slotCount: u32): void {
  table = slots;
  mask = slotCount - 1;
  memory.fill(table, 0, <usize>slotCount * ID_BYTES);
  for (let index = 0; index < count; index++) {
    const id = load<u64>(ids + <usize>index * ID_BYTES);
    store<u64>(slotOf(id), id);
  }
}

export function isSought(id: u64): bool {
  return load<u64>(slotOf(id)) == id;
}
