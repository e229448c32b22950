/** FNV-1a. */
const PRIME = 16777619;

/** Another in every process, so that no file can be made whose keys all collide. */
const SEED = Math.trunc(Math.random() * 0x7fffffff);

/** A 32-bit hash of short byte ranges such as keys; differs from process to process. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED ^ (end - start);
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME);
  return hash ^ (hash >>> 15);
}
