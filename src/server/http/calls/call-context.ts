import type { IncomingMessage } from 'node:http';
import type { Fault } from '../../service/control/fault-rule.ts';
import type { AnsweringIndex, CapturedBody } from '../../service/control/request-log.ts';

const KEPT_BODY_BYTES = 16_384;

export interface BodyHead {
  head: Buffer;
  bytes: number;
}

export interface CallContext {
  startedMs: number;
  tap: BodyTap;
  /** A client that waited to be asked for its body has been asked. */
  isContinueSent: boolean;
  fault: Fault | null;
  /** The body that is sent; the request log keeps its beginning once it is on its way. */
  answer: string | Buffer;
  notes: string[];
  /** A browser at `/`: no call of the service. */
  isInspectorRedirect?: boolean;
  jobId?: string;
  answeredFrom?: readonly AnsweringIndex[];
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: CallContext;
  }
}

export function createCallContext(nowMs: number): CallContext {
  return {
    startedMs: nowMs,
    tap: new BodyTap(),
    isContinueSent: false,
    fault: null,
    answer: '',
    notes: [],
  };
}

export function takeBodyHead(body: string | Buffer): BodyHead {
  const head = body.slice(0, KEPT_BODY_BYTES);
  const bytes = typeof head === 'string' ? Buffer.from(head) : head;
  return { head: copyOf([bytes]), bytes: Buffer.byteLength(body) };
}

/** Not pooled: small buffers share memory, which the log would keep alive. */
function copyOf(chunks: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  return bytes;
}

/** The beginning of a body for the request log. Bytes that are no text are shown as Base64. */
export function captureBody({ head, bytes }: BodyHead): CapturedBody | null {
  if (bytes === 0) return null;
  const kept = head.subarray(0, KEPT_BODY_BYTES);
  const text = kept.toString('utf8');
  // A cut in the middle of a character gives one replacement character at the very end.
  const isText = !kept.includes(0) && !/\ufffd(?!$)/.test(text);
  return {
    text: isText ? text : kept.toString('base64'),
    encoding: isText ? 'utf8' : 'base64',
    bytes,
    truncated: bytes > kept.length,
  };
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

export class BodyTap {
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  bytes = 0;

  see(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.#keptBytes >= KEPT_BODY_BYTES) return;
    // A copy: a slice would keep the parser's whole 64 KiB buffer alive in the request log.
    const head = Buffer.from(chunk.subarray(0, KEPT_BODY_BYTES - this.#keptBytes));
    this.#kept.push(head);
    this.#keptBytes += head.length;
  }

  head(): Buffer {
    return copyOf(this.#kept);
  }
}
