const PRIME = 16777619;

/** Differ from process to process, so that no file can be made whose ids all collide. */
export const SEED_LOW = Math.trunc(Math.random() * 0xffffffff) | 0;
export const SEED_HIGH = Math.trunc(Math.random() * 0xffffffff) | 0;

/** The bytes whose fingerprint stands for a record: family and id, as they are in a path without escapes. */
export function keyBytes(family: string, id: string): Uint8Array {
  return Buffer.from(`${family}/${id}`);
}

/** Half of a 64-bit fingerprint; the kernel of `validate` makes the same. */
export function halfFingerprint(bytes: Uint8Array, seed: number): number {
  let state = seed ^ bytes.length;
  for (let at = 0; at < bytes.length; at++) {
    state = Math.imul(state ^ (bytes[at] as number), PRIME);
    state ^= state >>> 15;
  }
  return Math.imul(state ^ (state >>> 13), 0x5bd1e995);
}
