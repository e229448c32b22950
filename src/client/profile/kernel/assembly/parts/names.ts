// The names of attributes, each with a number: the same few come in every line.
import { sameBytes } from '../../../../../base/json/kernel/assembly/parts/bytes';
import { hashOfBytes } from './hashes';
import { MAX_NAMES, MAX_NAME_BYTES, NAME_WORDS } from './layout';

const SLOTS: u32 = 2048;
/** The number of a name, and one more; 0 for none. */
const TABLE = memory.data(2048 * 2, 16);
const BYTES = memory.data(MAX_NAME_BYTES + 64, 16);
export const NAMES = memory.data(MAX_NAMES * NAME_WORDS * 4, 16);
/** The product in which each was met last. */
const MET_IN = memory.data(MAX_NAMES * 4, 16);

export let nameCount: i32 = 0;
let bytesUsed: usize = 0;

/** The number of a name; -1 where there is no room for it. */
function numberOf(start: usize, length: usize, owner: i32): i32 {
  let slot = (hashOfBytes(start, start + length) + <u32>owner) & (SLOTS - 1);
  while (true) {
    const known = <i32>load<u16>(TABLE + (<usize>slot << 1)) - 1;
    if (known < 0) break;
    const entry = NAMES + <usize>known * NAME_WORDS * 4;
    const isIt =
      load<u32>(entry, 4) == <u32>length && load<i32>(entry, 8) == owner && sameBytes(load<u32>(entry), start, length);
    if (isIt) return known;
    slot = (slot + 1) & (SLOTS - 1);
  }
  if (nameCount == MAX_NAMES || bytesUsed + length > <usize>MAX_NAME_BYTES) return -1;
  const entry = NAMES + <usize>nameCount * NAME_WORDS * 4;
  const at = BYTES + bytesUsed;
  memory.copy(at, start, length);
  bytesUsed += length;
  store<u32>(entry, <u32>at);
  store<u32>(entry, <u32>length, 4);
  store<i32>(entry, owner, 8);
  store<u16>(TABLE + (<usize>slot << 1), <u16>(nameCount + 1));
  return nameCount++;
}

/** The number of a name that a product has; -1 where there is no room for it, or the product has it twice. */
export function meetName(start: usize, length: usize, owner: i32, product: i32): i32 {
  const name = numberOf(start, length, owner);
  if (name < 0) return -1;
  const met = MET_IN + (<usize>name << 2);
  if (load<i32>(met) == product) return -1;
  store<i32>(met, product);
  return name;
}
