import { BrctlError } from '../../base/errors.ts';
import { formatBytes } from '../../base/wording/amounts.ts';
import { LIMITS } from '../../protocol/limits.ts';

/** Catalogs shrink to a tenth or so; what grows a hundredfold past the service's limit is not a catalog. */
const BOMB_RATIO = 100;

/**
 * Refuses a gzip file, or what was read of one, once it has inflated past this many bytes to over a hundred times its size.
 *
 * @param fromBytes the service's limit where nothing is said
 * @throws BrctlError `gzip.bomb`
 */
export function assertNotGzipBomb(
  name: string,
  inflatedBytes: number,
  compressedBytes: number,
  fromBytes: number = LIMITS.jsonLinesBytes,
): void {
  if (inflatedBytes <= fromBytes) return;
  if (inflatedBytes < compressedBytes * BOMB_RATIO) return;
  throw new BrctlError(
    `the gzip file inflates to over ${formatBytes(fromBytes)}, more than ${BOMB_RATIO} times its size`,
    {
      kind: 'input',
      code: 'gzip.bomb',
      file: name,
      why: 'real catalogs do not compress this far; this looks like a gzip bomb',
      hint: 'if you trust it, decompress it yourself and name the plain file',
    },
  );
}
