import { addAbortSignal, Readable } from 'node:stream';

/** The same chunks, which an abort ends even while none comes. */
export function abortable<Chunk>(
  stream: AsyncIterable<Chunk>,
  signal: AbortSignal | undefined,
): AsyncIterable<Chunk> {
  if (signal !== undefined && stream instanceof Readable) addAbortSignal(signal, stream);
  return stream;
}
