import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import type { Inflater } from './inflater.ts';

/** Window bits of 15 for deflate, plus 16 for a gzip header and a trailer that is checked. */
const GZIP_WINDOW_BITS = 31;
/** What is pushed at once, and the steps in which its output is gathered. More gains little. */
const PIECE_BYTES = 1 << 15;
const CHUNK_BYTES = 1 << 17;
/** The package keeps what a member takes (40 KB) for good: files of many members are not for it. */
const MAX_MEMBERS = 64;
/** The sum and the length that end a member (RFC 1952, section 2.3.1). */
const TRAILER_BYTES = 8;
const WORD = 2 ** 32;
const NOTHING = Buffer.alloc(0);

interface ZlibSyncMember {
  /** Inflates all of `bytes`, or up to the end of the member. */
  push(bytes: Buffer, flush: number): void;
  /** zlib's word for how the push ended. */
  readonly err: number;
  /** What came out of the push; null after an error. */
  readonly result: Buffer | string | null;
}

/** The exports of zlib-sync that are used. */
export interface ZlibSync {
  Inflate: new (options: { windowBits: number; chunkSize: number }) => ZlibSyncMember;
  Z_OK: number;
  Z_BUF_ERROR: number;
  Z_STREAM_END: number;
  Z_SYNC_FLUSH: number;
}

/** Loads the optional package; undefined where it, or its native part, is not there. */
export function loadZlibSync(): ZlibSync | undefined {
  try {
    return createRequire(import.meta.url)('zlib-sync') as ZlibSync;
  } catch {
    return undefined;
  }
}

/**
 * Inflates with zlib-sync. It checks the trailer of a member, but tells neither where in its input the member ended
 * nor that input is missing: the end is where sum and length of what came out are in the input, once. Where
 * they appear twice (behind an empty member, say) the inflater fails.
 */
export class ZlibSyncInflater implements Inflater {
  failed = false;
  consumed = 0;
  produced = 0;
  readonly #zlib: ZlibSync;
  #member: ZlibSyncMember | undefined;
  #members = 0;
  #sum = 0;
  #length = 0;
  /** What came out and had no room yet. */
  #waiting: Buffer = NOTHING;
  /** The last bytes of the member's input so far: a trailer may begin there. */
  #tail: Buffer = NOTHING;

  constructor(zlib: ZlibSync) {
    this.#zlib = zlib;
  }

  push(input: Uint8Array, output: Uint8Array, offset: number): void {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.length);
    this.consumed = 0;
    this.produced = this.#give(output, offset);
    while (!this.failed && this.#waiting.length === 0 && this.consumed < bytes.length) {
      this.consumed += this.#inflate(bytes.subarray(this.consumed, this.consumed + PIECE_BYTES));
      this.produced += this.#give(output, offset + this.produced);
    }
  }

  finish(): void {
    if (this.#member !== undefined || this.#waiting.length > 0) this.failed = true;
  }

  /** Nothing to let go of: see `MAX_MEMBERS`. */
  close(): void {}

  #give(output: Uint8Array, offset: number): number {
    const count = Math.min(this.#waiting.length, output.length - offset);
    output.set(this.#waiting.subarray(0, count), offset);
    this.#waiting = this.#waiting.subarray(count);
    return count;
  }

  /** Inflates a piece, or what of it belongs to the member; returns how much that is. */
  #inflate(piece: Buffer): number {
    const zlib = this.#zlib;
    const member = this.#member ?? this.#start();
    member.push(piece, zlib.Z_SYNC_FLUSH);
    const { err, result } = member;
    const hasEnded = err === zlib.Z_STREAM_END;
    if (!Buffer.isBuffer(result) || !(hasEnded || err === zlib.Z_OK)) return this.#fail();
    this.#waiting = result;
    if (result.length > 0) this.#sum = crc32(result, this.#sum); // of no memory at all it is 0
    this.#length = (this.#length + result.length) % WORD;
    return hasEnded ? this.#end(piece) : this.#goOn(piece);
  }

  #start(): ZlibSyncMember {
    this.#member = new this.#zlib.Inflate({ windowBits: GZIP_WINDOW_BITS, chunkSize: CHUNK_BYTES });
    this.#members++;
    this.failed ||= this.#members > MAX_MEMBERS;
    this.#sum = 0;
    this.#length = 0;
    this.#tail = NOTHING;
    return this.#member;
  }

  #fail(): number {
    this.failed = true;
    return 0;
  }

  #goOn(piece: Buffer): number {
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-TRAILER_BYTES)]).subarray(-TRAILER_BYTES);
    return piece.length;
  }

  /** The member ended in this piece: how much of it was the member's. */
  #end(piece: Buffer): number {
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeUInt32LE(this.#sum);
    trailer.writeUInt32LE(this.#length, 4);
    // it did not end before this piece: its last byte is one of those behind the tail
    const before = this.#tail.subarray(-(TRAILER_BYTES - 1));
    const searched = Buffer.concat([before, piece]);
    const found = searched.indexOf(trailer);
    if (found < 0 || searched.indexOf(trailer, found + 1) >= 0) return this.#fail();
    this.#member = undefined;
    return found + TRAILER_BYTES - before.length;
  }
}
