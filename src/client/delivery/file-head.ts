import { open } from 'node:fs/promises';
import { constants, gunzipSync } from 'node:zlib';
import { withFile } from '../../base/files/with-file.ts';
import { isGzip } from '../../catalog/opening/gzip-magic.ts';
import { MAX_TEXT_BYTES } from '../../catalog/splitting/text-handler.ts';

const HEAD_BYTES = 64 * 1024;

/** Throws the system's errors. Damaged gzip gives no text: reading the whole file reports it. */
export async function readHead(path: string): Promise<{ text: Buffer; gzip: boolean }> {
  return await withFile(await open(path), async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    return isGzip(head) ? { text: inflateStart(head), gzip: true } : { text: head, gzip: false };
  });
}

function inflateStart(head: Buffer): Buffer {
  try {
    return gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_TEXT_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
