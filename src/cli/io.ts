import type { Readable, Writable } from 'node:stream';

/** A stream that people or programs read, and what is known of it. */
export interface OutputStream {
  stream: Writable;
  isTty: boolean;
  /** Width in characters; 80 where it is not a terminal. */
  columns: number;
  /** A terminal on which nothing may be redrawn: TERM=dumb, or one that CI keeps as a log. */
  plain?: boolean;
  /** Colour may be used on it. */
  color: boolean;
  /** Shows a text that is higher than the terminal in the user's pager; false where that shows nothing. */
  page?(text: string): Promise<boolean>;
}

/** The streams of a run. stdout takes the result and nothing else. */
export interface Io {
  stdin: { stream: Readable; isTty: boolean };
  stdout: OutputStream;
  stderr: OutputStream;
}

/**
 * Writes, and waits while the reader is behind until `signal` aborts: what is told of a stop is written, and not waited
 * for. Never fails: `watchStream` knows what became of it.
 */
export function writeText(stream: Writable, text: string | Uint8Array, signal?: AbortSignal): Promise<void> {
  if (stream.destroyed || stream.errored || stream.writableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    signal?.addEventListener('abort', finish, { once: true });
    stream.write(text, finish);
    if (signal?.aborted) finish();
  });
}

/**
 * Remembers the first failure of a stream, and keeps Node from ending the process because of it.
 * @returns tells the failure, if there was one
 */
export function watchStream(stream: Writable): () => Error | undefined {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  return () => failure ?? stream.errored ?? undefined;
}

/** Has the reader of a stream gone away, as `head` does? */
export function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

/** Ends a command that does nothing but print, once nobody can read on. */
export class StdoutLost extends Error {
  override readonly name = 'StdoutLost';
}
