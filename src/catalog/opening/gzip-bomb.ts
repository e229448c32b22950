import { BrctlError } from '../../errors.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** Catalogs shrink to a tenth or so; what grows a hundredfold past the service's limit is not a catalog. */
const BOMB_RATIO = 100;

/**
 * Refuses a gzip file, or what was read of one, once it has inflated past the service's limit to over a hundred times its size.
 *
 * @throws BrctlError `gzip.bomb`
 */
export function refuseBomb(name: string, inflatedBytes: number, compressedBytes: number): void {
  if (inflatedBytes <= LIMITS.jsonLinesBytes) return;
  if (inflatedBytes < compressedBytes * BOMB_RATIO) return;
  throw new BrctlError(`the gzip file inflates to over 1 GB, more than ${BOMB_RATIO} times its size`, {
    kind: 'input',
    code: 'gzip.bomb',
    file: name,
    why: 'no real catalog compresses that far; a file made to fill the disk does',
    hint: 'if you trust it, decompress it yourself and name the plain file',
  });
}
