import { createHash, randomBytes } from 'node:crypto';
import { NH_BLOCK_BYTES, NH_SHIFT_BYTES, SIP_KEY_BYTES } from './assembly/parts/layout.ts';

const SECRET_BYTES = 16;

/** A secret for the hashes of one comparison, or of one kept index. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The keys of the kernel's hashes: SHAKE256 of the secret. */
export function expandKey(secret: Uint8Array): { nhKey: Buffer; sipKey: Buffer } {
  const nhKeyBytes = NH_BLOCK_BYTES + NH_SHIFT_BYTES;
  const key = createHash('shake256', { outputLength: nhKeyBytes + SIP_KEY_BYTES })
    .update(secret)
    .digest();
  return { nhKey: key.subarray(0, nhKeyBytes), sipKey: key.subarray(nhKeyBytes) };
}
