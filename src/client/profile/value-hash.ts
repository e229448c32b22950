/** Of a long text, this many characters at each end count, and one in this many of the others. */
const END_LENGTH = 64;
const STRIDE = 7;
export const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A hash of 32 bits that is the same in every run. */
export function hashText(text: string): number {
  const { length } = text;
  const tail = Math.max(0, length - END_LENGTH);
  const head = Math.min(END_LENGTH, tail);
  let hash = FNV_BASIS ^ length;
  for (let index = 0; index < head; index++) hash = addToFnv(hash, text.charCodeAt(index));
  for (let index = head; index < tail; index += STRIDE) hash = addToFnv(hash, text.charCodeAt(index));
  for (let index = tail; index < length; index++) hash = addToFnv(hash, text.charCodeAt(index));
  return mixHash(hash);
}

/** FNV-1a over 32 bits of some bytes; take it through `mixed` in the end. */
export function hashFnv(bytes: Uint8Array, start: number, end: number): number {
  let hash = FNV_BASIS;
  for (let index = start; index < end; index++) hash = addToFnv(hash, bytes[index] as number);
  return hash;
}

export function addToFnv(hash: number, value: number): number {
  return Math.imul(hash ^ value, FNV_PRIME);
}

/** So that every bit depends on all. */
export function mixHash(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
