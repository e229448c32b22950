/** A stream as tar-stream has them. */
interface Stream {
  once(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Waits for an event of a stream, or for its end: one that is destroyed has no other event. */
export function eventOf(stream: Stream, event: 'drain' | 'finish'): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stream.off(event, end);
      stream.off('close', end);
      resolve();
    };
    stream.once(event, end);
    stream.once('close', end);
  });
}
