import { constants, createReadStream, openSync } from 'node:fs';
import { platform } from 'node:os';
import { addAbortSignal, Readable } from 'node:stream';

/**
 * Opens a named pipe. Opening one waits for its writer, in a thread that nothing can call back, not even Ctrl-C; on Linux a
 * pipe can be opened at once and listened to instead.
 *
 * @throws ErrnoException when it cannot be opened
 */
export async function openPipe(path: string): Promise<Readable> {
  if (platform() !== 'linux') return createReadStream(path);
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const { Socket } = await import('node:net'); // sockets take their share of a start
  return new Socket({ fd, readable: true, writable: false });
}

/** The same chunks, which an abort ends even while none comes. */
export function makeAbortable<Chunk>(
  stream: AsyncIterable<Chunk>,
  signal: AbortSignal | undefined,
): AsyncIterable<Chunk> {
  if (signal !== undefined && stream instanceof Readable) addAbortSignal(signal, stream);
  return stream;
}
