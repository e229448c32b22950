import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

/** Window bits of 15 for deflate, plus 16 for a gzip header and a trailer that is checked. */
const GZIP_WINDOW_BITS = 31;
const ADDON = 'zlib-sync/build/Release/zlib_sync.node';

/** One gzip member that is inflated call by call: the part of zlib-sync that is used. */
export interface SyncInflate {
  /** Inflates all of `bytes`, or up to the end of the member. */
  push(bytes: Buffer, flush: number): void;
  /** zlib's word for how the push ended. */
  readonly err: number;
  /** What came out of the push; null after an error. */
  readonly result: Buffer | string | null;
}

/** The exports of zlib-sync that are used. */
export interface SyncZlib {
  Inflate: new (options: { windowBits: number; chunkSize: number }) => SyncInflate;
  Z_OK: number;
  Z_STREAM_END: number;
  Z_SYNC_FLUSH: number;
}

/** Whether the optional package is there with its native part, which needs an install script. */
export function hasSyncZlib(): boolean {
  try {
    createRequire(import.meta.url).resolve(ADDON);
    return true;
  } catch {
    return false;
  }
}

/** A member to inflate; the output of a push is gathered in steps of `outputBytes`. */
export function startMember({ Inflate }: SyncZlib, outputBytes: number): SyncInflate {
  return new Inflate({ windowBits: GZIP_WINDOW_BITS, chunkSize: outputBytes });
}

/**
 * Loads zlib-sync and tries it on a few small members.
 *
 * @returns undefined when it is not there, cannot be loaded on this system, or does not do what is expected of it
 */
export function loadSyncZlib(): SyncZlib | undefined {
  try {
    const zlib = createRequire(import.meta.url)('zlib-sync') as SyncZlib;
    return behaves(zlib) ? zlib : undefined;
  } catch {
    return undefined;
  }
}

/** What reading files relies on: output call by call, the member's end, and both words of the trailer checked. */
function behaves(zlib: SyncZlib): boolean {
  const text = 'inflated in two pieces, '.repeat(50);
  const member = gzipSync(text);
  const half = member.length >> 1;
  const inflate = startMember(zlib, 256);
  const outcomes = [member.subarray(0, half), member.subarray(half)].map((piece) => {
    inflate.push(piece, zlib.Z_SYNC_FLUSH);
    return { err: inflate.err, bytes: inflate.result };
  });
  const [first, second] = outcomes;
  return (
    first?.err === zlib.Z_OK &&
    second?.err === zlib.Z_STREAM_END &&
    outcomes.map(({ bytes }) => String(bytes)).join('') === text &&
    refuses(zlib, member, member.length - 1) &&
    refuses(zlib, member, member.length - 8)
  );
}

function refuses(zlib: SyncZlib, member: Buffer, at: number): boolean {
  const damaged = Buffer.from(member);
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
  const inflate = startMember(zlib, 256);
  inflate.push(damaged, zlib.Z_SYNC_FLUSH);
  return inflate.err < 0 && inflate.result === null;
}
