import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Bytes that nobody can guess: from the system's file of them where there is one, since node:crypto takes 8 ms to load. */
export function generateSecretBytes(count: number): Buffer {
  let handle: number;
  try {
    handle = openSync('/dev/urandom', 'r');
  } catch {
    return createRequire(import.meta.url)('node:crypto').randomBytes(count);
  }
  const bytes = Buffer.alloc(count);
  try {
    for (let filled = 0; filled < count; ) filled += readSync(handle, bytes, { offset: filled });
  } finally {
    closeSync(handle);
  }
  return bytes;
}

/** For hash seeds and temp names, not for secrets. */
export function generateQuickBytes(count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(Math.random() * 256)));
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32): failures that a test provokes must repeat. */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
