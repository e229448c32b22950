// Words of ASCII letters in a JSON text.
import { endOf, kindOf, STRING, startOf } from './tape';

const VECTOR: i32 = 16;

/** The first 16 letters of a word, as bytes. */
@inline
export function lettersOf(word: string): v128 {
  const units = changetype<usize>(word);
  return i8x16.narrow_i16x8_u(v128.load(units), v128.load(units, 16));
}

/** Is a string without escapes this word, of 17 letters at most? */
@inline
export function isWord(tape: usize, node: i32, word: string): bool {
  const start = startOf(tape, node) + 1;
  const length = word.length;
  if (kindOf(tape, node) != STRING || <i32>(endOf(tape, node) - start) - 1 != length) return false;
  const equal = i8x16.bitmask(i8x16.eq(lettersOf(word), v128.load(start)));
  if ((~equal & ((1 << min(length, VECTOR)) - 1)) != 0) return false;
  return load<u8>(start + <usize>length - 1) == load<u8>(changetype<usize>(word) + (<usize>length << 1) - 2);
}
