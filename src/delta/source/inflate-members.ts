import { readSync } from 'node:fs';
import type { Piece } from './piece-channel.ts';
import { type SyncInflate, type SyncZlib, startMember } from './sync-inflate.ts';

/** More than this in one push gains nothing, and what a push inflates to is in memory as a whole. */
const INPUT_BYTES = 1 << 15;
const OUTPUT_BYTES = 1 << 17;
/** A push that gives more is no catalog's: such a file is inflated where memory is bounded whatever it holds. */
const MAX_OUTPUT_BYTES = 1 << 23;
/** The sum and the length that end a member (RFC 1952, section 2.3.1). */
const TRAILER_BYTES = 8;
const LENGTH_BYTES = 4;
const WORD = 2 ** 32;

/**
 * Inflates a gzip file of one or more members with zlib-sync, which by itself says neither where a member ended nor
 * that a file is cut. A push that ends a member is searched for the member's length, the last word of its trailer:
 * where that stands once, there the member ended. Whatever else is met makes it give up, so that somebody
 * who knows better decides: it never takes a file for sound that is not.
 *
 * @param sizeBytes size of the compressed file
 * @returns true when the file ended with a member that is complete, its sum and length checked
 */
export function* inflateMembers(
  zlib: SyncZlib,
  handle: number,
  sizeBytes: number,
): Generator<Piece, boolean> {
  let end: number | undefined = 0;
  while (end !== undefined && end < sizeBytes) end = yield* inflateMember(zlib, handle, end);
  return end === sizeBytes;
}

/** @returns where the member ended; undefined when that cannot be told */
function* inflateMember(zlib: SyncZlib, handle: number, start: number): Generator<Piece, number | undefined> {
  const inflate = startMember(zlib, OUTPUT_BYTES);
  // The last bytes of the push before stay in front: a trailer may have begun there.
  const input = Buffer.alloc(TRAILER_BYTES + INPUT_BYTES);
  let position = start;
  let inflatedBytes = 0;
  for (;;) {
    const count = readSync(handle, input, TRAILER_BYTES, INPUT_BYTES, position);
    if (count === 0) return undefined;
    const bytes = pushed(zlib, inflate, input.subarray(TRAILER_BYTES, TRAILER_BYTES + count));
    if (bytes === undefined) return undefined;
    inflatedBytes += bytes.length;
    yield { bytes, consumedBytes: position + count };
    if (inflate.err === zlib.Z_STREAM_END) {
      const end = memberEnd(input.subarray(0, TRAILER_BYTES + count), inflatedBytes);
      return end === undefined ? undefined : position + end - TRAILER_BYTES;
    }
    input.copyWithin(0, count, count + TRAILER_BYTES);
    position += count;
  }
}

function pushed(zlib: SyncZlib, inflate: SyncInflate, input: Buffer): Buffer | undefined {
  inflate.push(input, zlib.Z_SYNC_FLUSH);
  const { err, result } = inflate;
  const isGood = err === zlib.Z_OK || err === zlib.Z_STREAM_END;
  return isGood && Buffer.isBuffer(result) && result.length <= MAX_OUTPUT_BYTES ? result : undefined;
}

/** Where in `input` the member ended: behind its length, which must stand there once only to be told by. */
function memberEnd(input: Buffer, inflatedBytes: number): number | undefined {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(inflatedBytes % WORD);
  // The member did not end before this push: its last byte is one of those behind the front.
  const earliest = TRAILER_BYTES - LENGTH_BYTES + 1;
  const found = input.indexOf(length, earliest);
  if (found < 0 || input.indexOf(length, found + 1) >= 0) return undefined;
  return found + LENGTH_BYTES;
}
