import { KIND, type Tape } from '../../base/json/tape.ts';
import { stringOf } from '../../base/json/text.ts';
import { END_BYTES, FNV_BASIS, FNV_PRIME, STRIDE } from './kernel/assembly/parts/layout.ts';

const POINT = 46;
const ZERO = 48;
const LETTER_E = 101;
const CASE_BIT = 32;
const KINDS = 16;

/** Hashes of values that do not depend on how they are spelled; `kernel/assembly/parts/hashes.ts` makes the same ones. */
export function hashOfNode(tape: Tape, node: number): number {
  const kind = tape.kindOf(node);
  if (tape.isString(node)) return hashOfText(stringOf(tape, node));
  if (kind === KIND.number) return hashOfNumber(tape.bytes, tape.startOf(node), tape.endOf(node));
  if (kind !== KIND.object && kind !== KIND.array) return mixed(kind);
  const end = tape.nextOf(node);
  let hash = FNV_BASIS;
  for (let inner = node; inner < end; inner++) {
    const innerKind = tape.kindOf(inner);
    const own =
      innerKind === KIND.object || innerKind === KIND.array
        ? membersOf(tape, inner, innerKind === KIND.object ? 1 : 0) * KINDS + innerKind
        : hashOfNode(tape, inner);
    hash = mixed(fnvStep(hash, own));
  }
  return hash;
}

/** Of a text's bytes in UTF-8; of a long one its ends count in full, and of what lies between a part. */
export function hashOfText(text: string): number {
  const bytes = Buffer.from(text);
  return hashOfBytes(bytes, 0, bytes.length);
}

function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  const isLong = length > 2 * END_BYTES;
  const head = isLong ? start + END_BYTES : end;
  const tail = isLong ? end - END_BYTES : end;
  let hash = fnv(bytes, start, head, FNV_BASIS ^ length);
  for (let at = head; at < tail; at += STRIDE) hash = fnvStep(hash, bytes[at] as number);
  return mixed(fnv(bytes, tail, end, hash));
}

/** `12.50` is `12.5`, and `12.0` is `12`; a number with an exponent is as it is written. */
function hashOfNumber(bytes: Uint8Array, start: number, end: number): number {
  const text = bytes.subarray(start, end);
  const isPlain = !text.some((byte) => (byte | CASE_BIT) === LETTER_E);
  let to = text.length;
  if (isPlain && text.includes(POINT)) {
    while (text[to - 1] === ZERO) to--;
    if (text[to - 1] === POINT) to--;
  }
  return hashOfBytes(text, 0, to);
}

function membersOf(tape: Tape, node: number, stride: number): number {
  let count = 0;
  const end = tape.nextOf(node);
  for (let child = node + 1; child < end; child = tape.nextOf(child + stride)) count++;
  return count;
}

/** FNV-1a over 32 bits of some bytes, on from what was hashed before; take it through `mixed` in the end. */
export function fnv(bytes: Uint8Array, start: number, end: number, before: number = FNV_BASIS): number {
  let hash = before;
  for (let at = start; at < end; at++) hash = fnvStep(hash, bytes[at] as number);
  return hash;
}

export function fnvStep(hash: number, value: number): number {
  return Math.imul(hash ^ value, FNV_PRIME);
}

/** So that every bit depends on all. */
export function mixed(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
