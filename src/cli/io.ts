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

/** Writes and waits while the reader is behind. A reader that went away (`| head`) counts as done. */
export function writeText(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (stream.destroyed || stream.writableEnded) return Promise.resolve();
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error && !isClosedPipe(error)) reject(error);
      else resolve();
    });
  });
}

/** Has the reader of a stream gone away, as `head` does? That is not a failure. */
export function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}
