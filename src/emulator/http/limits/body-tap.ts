import type { IncomingMessage } from 'node:http';

/** What went through a request's body so far. */
export interface BodyTap {
  /** Bytes that came, compressed as they came. */
  readonly bytes: number;
  /** The first bytes, at most `keepBytes`. */
  head(): Buffer;
}

/** Of a request without a body. */
export const NO_BODY: BodyTap = { bytes: 0, head: () => Buffer.alloc(0) };

/**
 * Looks at the body's chunks as they arrive without reading them: the handler still finds the stream unread and
 * decides the pace. The parser hands each chunk to `push`, the one place that sees it before any reader does; a
 * `data` listener would start the flow before the handler is ready.
 */
export function tapBody(request: IncomingMessage, keepBytes: number): BodyTap {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk !== null) {
      bytes += chunk.length;
      if (keptBytes < keepBytes) {
        // A copy: a slice would keep the parser's whole 64 KiB buffer alive in the request log.
        const head = Buffer.from(chunk.subarray(0, keepBytes - keptBytes));
        kept.push(head);
        keptBytes += head.length;
      }
    }
    return push(chunk, encoding);
  };
  return {
    get bytes() {
      return bytes;
    },
    head: () => Buffer.concat(kept),
  };
}
