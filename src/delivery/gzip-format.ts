/**
 * The frame of a gzip member (RFC 1952): no name and no time in it, so that the same content always gives the
 * same bytes.
 */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** The end of a gzip member: check sum and length of the content, the latter modulo 2^32. */
export function gzipTrailer(crc32: number, contentBytes: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32 >>> 0, 0);
  trailer.writeUInt32LE(contentBytes % 2 ** 32, 4);
  return trailer;
}
