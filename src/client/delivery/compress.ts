import { crc32 } from 'node:zlib';
import type { CompressPool } from './compress-pool.ts';
import { BLOCK_BYTES, type DeflateBlock } from './compress-pool.ts';

/**
 * The frame of a gzip member (RFC 1952): no name and no time in it, so that the same content always gives the
 * same bytes.
 */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Compresses a stream with gzip on several threads, in one member that every reader takes. The same content gives
 * the same bytes, whatever pieces it comes in and however many threads there are, so an interrupted upload of it
 * can be resumed.
 */
export async function* gzipStream(source: AsyncIterable<Buffer>, pool: CompressPool): AsyncGenerator<Buffer> {
  yield GZIP_HEADER;
  const check = { crc: 0, bytes: 0 };
  const underWay: Promise<Uint8Array>[] = [];
  for await (const block of blocksOf(source, pool)) {
    check.crc = crc32(block.memory.subarray(0, block.length), check.crc);
    check.bytes += block.length;
    const compressed = pool.compress(block);
    // It is awaited in its turn; until then a failure must not count as unheard.
    compressed.catch(() => undefined);
    underWay.push(compressed);
    if (underWay.length >= pool.depth) yield asBuffer(await underWay.shift());
  }
  while (underWay.length > 0) yield asBuffer(await underWay.shift());
  yield gzipTrailer(check.crc, check.bytes);
}

/** Cuts a stream into blocks of one size, each with its own memory; the last may be empty. */
async function* blocksOf(source: AsyncIterable<Buffer>, pool: CompressPool): AsyncGenerator<DeflateBlock> {
  let memory = pool.blockMemory();
  let length = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length; ) {
      if (length === BLOCK_BYTES) {
        yield { memory, length, isLast: false };
        memory = pool.blockMemory();
        length = 0;
      }
      const taken = Math.min(BLOCK_BYTES - length, piece.length - at);
      memory.set(piece.subarray(at, at + taken), length);
      length += taken;
      at += taken;
    }
  }
  yield { memory, length, isLast: true };
}

function asBuffer(bytes: Uint8Array | undefined): Buffer {
  return bytes === undefined
    ? Buffer.alloc(0)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The end of a gzip member: check sum and length of the content, the latter modulo 2^32. */
function gzipTrailer(crc32: number, contentBytes: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32 >>> 0, 0);
  trailer.writeUInt32LE(contentBytes % 2 ** 32, 4);
  return trailer;
}
