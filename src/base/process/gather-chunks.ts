import { finished, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Smaller chunks are joined: a client may send a body byte by byte, and each chunk costs as much as a large one. */
const MIN_BYTES = 16_384;
/** Chunks in one turn of the event loop, which would else have those of two megabytes. */
const MAX_CHUNKS = 4_096;

/** The bytes of a stream in chunks of some size. Where reading ends early the rest is thrown away: a request is still to be answered. */
export async function* gatherChunks(stream: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let end: { error: unknown } | undefined;
  let wake = () => {};
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= MIN_BYTES || chunks.length >= MAX_CHUNKS) stream.pause();
    wake();
  };
  const stopWaiting = finished(stream, { writable: false }, (error) => {
    end = { error };
    wake();
  });
  stream.on('data', take);
  try {
    while (end === undefined || chunks.length > 0) {
      if (chunks.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (bytes < MIN_BYTES && end === undefined) await nextTurn();
      const [first = Buffer.alloc(0)] = chunks;
      const gathered = chunks.length > 1 ? Buffer.concat(chunks, bytes) : first;
      chunks = [];
      bytes = 0;
      if (gathered.length > 0) yield gathered;
      stream.resume();
    }
    if (end.error) throw end.error;
  } finally {
    stopWaiting();
    stream.off('data', take);
    if (end === undefined) discard(stream);
  }
}

/** Discards the rest of a stream, `MAX_CHUNKS` in a turn of the event loop. */
export function discard(stream: Readable): void {
  let count = 0;
  stream.on('data', () => {
    if (++count % MAX_CHUNKS > 0) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
  stream.resume();
}
