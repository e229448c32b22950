import { FNV_BASIS, FNV_PRIME } from './kernel/assembly/parts/layout.ts';

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
