/**
 * Bytes that nobody outside can foresee: for seeds of hashes and names of temporary files, not for secrets. V8 seeds its
 * generator from the system's entropy; to load `node:crypto` for them would take 8 ms of every start.
 */
export function quickRandomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  for (let at = 0; at < count; at++) bytes[at] = Math.floor(Math.random() * 256);
  return bytes;
}
