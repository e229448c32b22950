import { pipeline, type Readable, Transform } from 'node:stream';

/** What went through a request's body so far. */
export interface BodyTap {
  /** Bytes that came, compressed as they came. */
  readonly bytes: number;
  /** The first bytes, at most `keepBytes`. */
  head(): Buffer;
}

/** Of a request without a body, and of one whose body nobody read. */
export const NO_BODY: BodyTap = { bytes: 0, head: () => Buffer.alloc(0) };

/** As much as Node's HTTP parser hands over at a time. */
const CHUNK_BYTES = 65_536;

/** Looks at a body as it passes. What breaks the body breaks the stream that is given in its place. */
export function tapBody(body: Readable, keepBytes: number): { tap: BodyTap; passed: Readable } {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bytes = 0;
  const passed = new Transform({
    highWaterMark: CHUNK_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (keptBytes < keepBytes) {
        // A copy: a slice would keep the parser's whole 64 KiB buffer alive in the request log.
        const head = Buffer.from(chunk.subarray(0, keepBytes - keptBytes));
        kept.push(head);
        keptBytes += head.length;
      }
      done(null, chunk);
    },
  });
  // Whoever reads `passed` is told of what goes wrong.
  pipeline(body, passed, () => undefined);
  const tap = {
    get bytes() {
      return bytes;
    },
    head: () => Buffer.concat(kept),
  };
  return { tap, passed };
}
