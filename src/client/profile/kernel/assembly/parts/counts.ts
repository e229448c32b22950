// Counts the values of products by their names, until the host takes what was counted.
import {
  BOOLEAN_TYPE, COUNT_WORDS, MAX_HASHES, MAX_NAMES, MAX_VALUES, NUMBER_TYPE, ROLE_BYTES, ROLES, VALUE_WORDS,
} from './layout';

const MINUS: u8 = 0x2d;
const POINT: u8 = 0x2e;
const ZERO: u8 = 0x30;
const NINE: u8 = 0x39;
/** A number of this many digits, and a power of ten as large, are exact. */
const EXACT_DIGITS: usize = 15;

export const COUNTS = memory.data(MAX_NAMES * COUNT_WORDS * 4, 16);
export const HASHES = memory.data(MAX_HASHES * 8, 16);
export const ROLE_VALUES = memory.data(ROLES * ROLE_BYTES, 16);
/** Of each name, one more than its role; 0 for none. */
const ROLE_OF = memory.data(MAX_NAMES, 16);

export let hashCount: i32 = 0;

export function setRole(name: i32, role: i32): void {
  store<u8>(ROLE_OF + <usize>name, <u8>(role + 1));
}

/** Forgets what the host took. */
export function clearCounted(): void {
  hashCount = 0;
  memory.fill(COUNTS, 0, MAX_NAMES * COUNT_WORDS * 4);
}

/** Is there room for another product? */
export function hasRoom(): bool {
  return hashCount + MAX_VALUES <= MAX_HASHES;
}

/** The number in a text, exactly as it is read elsewhere; NaN for one that is long, or has an exponent: that is for the host. */
function numberAt(start: usize, end: usize): f64 {
  let digits: i64 = 0;
  let power: f64 = 1;
  let isFraction = false;
  const from = load<u8>(start) == MINUS ? start + 1 : start;
  if (end - from > EXACT_DIGITS) return NaN;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == POINT) isFraction = true;
    else if (byte < ZERO || byte > NINE) return NaN;
    else {
      digits = digits * 10 + <i64>(byte - ZERO);
      if (isFraction) power *= 10;
    }
  }
  const amount = <f64>digits / power;
  return from > start ? -amount : amount;
}

function noteRole(place: usize, entry: usize, type: i32): void {
  const start: usize = load<u32>(entry, 16);
  const end: usize = load<u32>(entry, 20);
  store<f64>(place, type == NUMBER_TYPE ? numberAt(start, end) : NaN);
  store<i32>(place, type, 8);
  store<u32>(place, load<u32>(entry, 8), 12);
  store<u64>(place, load<u64>(entry, 16), 16);
}

export function countAll(values: usize, count: i32): void {
  for (let role = 0; role < ROLES; role++) store<i32>(ROLE_VALUES + <usize>role * ROLE_BYTES, -1, 8);
  for (let nth = 0; nth < count; nth++) {
    const entry = values + <usize>nth * VALUE_WORDS * 4;
    const name = load<i32>(entry);
    const type = load<i32>(entry, 4);
    const counts = COUNTS + <usize>name * COUNT_WORDS * 4;
    const ofType = counts + 4 + (<usize>type << 2);
    store<i32>(counts, load<i32>(counts) + 1);
    store<i32>(ofType, load<i32>(ofType) + 1);
    store<i32>(counts, load<i32>(counts, 24) + load<i32>(entry, 12), 24);
    if (type != BOOLEAN_TYPE) {
      const hash = HASHES + (<usize>hashCount << 3);
      store<i32>(hash, name);
      store<u32>(hash, load<u32>(entry, 8), 4);
      hashCount++;
    }
    const role = <usize>load<u8>(ROLE_OF + <usize>name);
    if (role > 0) noteRole(ROLE_VALUES + (role - 1) * ROLE_BYTES, entry, type);
  }
}
