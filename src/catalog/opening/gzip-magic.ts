import { open } from 'node:fs/promises';
import { withFile } from '../../base/files/with-file.ts';

/** RFC 1952, section 2.3.1. */
const MAGIC = [0x1f, 0x8b];

/** Bytes that tell gzip. */
export const GZIP_MAGIC_BYTES = MAGIC.length;

/** Do these first bytes of a file announce gzip? Told by them, not by a name (doc: public-facts B10). */
export function isGzip(head: Uint8Array): boolean {
  return MAGIC.every((byte, index) => head[index] === byte);
}

/** As {@link isGzip}, of a head of which some bytes may be still to come. */
export function mayBeGzip(head: Uint8Array): boolean {
  return MAGIC.every((byte, index) => index >= head.length || head[index] === byte);
}

/** Does a file begin as gzip does? Throws the system's errors. */
export async function isGzipFile(path: string): Promise<boolean> {
  const head = Buffer.alloc(GZIP_MAGIC_BYTES);
  await withFile(await open(path), (handle) => handle.read(head, 0, head.length, 0));
  return isGzip(head);
}
