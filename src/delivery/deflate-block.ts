import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** Bytes of content in one block that is compressed by itself. */
export const BLOCK_BYTES = 1024 * 1024;
/** Measured on a catalog of 300 MB: a third less processor time than level 6, for 7 % more bytes. */
const COMPRESSION_LEVEL = 4;

/** One block of a deflate stream: the first `length` bytes of its memory. */
export interface DeflateBlock {
  memory: Uint8Array;
  length: number;
  isLast: boolean;
}

/**
 * Compresses one block, on one of zlib's threads, so that the results of all blocks, one after the other, are one deflate
 * stream: each but the last ends with a sync flush, on a byte boundary and without the mark of the end.
 *
 * @param expectedBytes memory to take for the result; more is taken where it does not do
 */
export async function deflateBlock(block: DeflateBlock, expectedBytes = BLOCK_BYTES / 4): Promise<Buffer> {
  return await deflate(block.memory.subarray(0, block.length), {
    level: COMPRESSION_LEVEL,
    memLevel: 9,
    chunkSize: expectedBytes,
    finishFlush: block.isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
  });
}
