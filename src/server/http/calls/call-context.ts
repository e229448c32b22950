import type { IncomingMessage } from 'node:http';
import type { Account } from '../../service/account/account.ts';
import type { Fault } from '../../service/control/fault-rule.ts';
import type { AnsweringIndex, CapturedBody } from '../../service/control/request-log.ts';

export const KEPT_BODY_BYTES = 16_384;

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
  /** Of the key of a call of the catalog area. */
  account?: Account;
  jobId?: string;
  answeredFrom?: AnsweringIndex[];
}

declare module 'fastify' {
  interface FastifyRequest {
    exchange: CallContext;
  }
}

export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** Keeps the beginning of a body for the request log. */
export class BodyTap {
  #kept: Buffer[] = [];
  #keptBytes = 0;
  bytes = 0;

  /** @param bytes of the body that the chunk stands for, where it is only a beginning */
  see(chunk: Buffer, bytes = chunk.length): void {
    this.bytes += bytes;
    if (this.#keptBytes >= KEPT_BODY_BYTES) return;
    // A copy that shares memory with nothing: a slice would keep the parser's whole 64 KiB buffer alive in the request log.
    const head = Buffer.allocUnsafeSlow(Math.min(chunk.length, KEPT_BODY_BYTES - this.#keptBytes));
    chunk.copy(head);
    this.#kept.push(head);
    this.#keptBytes += head.length;
  }

  /** The body is over. Moves what came in pieces together. @returns bytes that are kept */
  end(): number {
    if (this.#kept.length < 2) return this.#keptBytes;
    const head = Buffer.allocUnsafeSlow(this.#keptBytes);
    this.#kept.reduce((index, chunk) => index + chunk.copy(head, index), 0);
    this.#kept = [head];
    return head.length;
  }

  /** Bytes that are no text are shown as Base64. */
  capture(mask: (text: string) => string): CapturedBody | null {
    if (this.bytes === 0) return null;
    const head = Buffer.concat(this.#kept);
    const text = head.toString('utf8');
    // A cut in the middle of a character gives one replacement character at the very end.
    const isText = !head.includes(0) && !/\ufffd(?!$)/.test(text);
    return {
      text: mask(isText ? text : head.toString('base64')),
      encoding: isText ? 'utf8' : 'base64',
      bytes: this.bytes,
      truncated: this.bytes > head.length,
    };
  }
}
