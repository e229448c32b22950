import { CLOSE_BRACKET, OPEN_BRACKET } from '../../../base/json/ascii.ts';
import { isGzip } from '../../../catalog/opening/gzip-magic.ts';
import type { BodyKind } from '../../../protocol/content-types.ts';
import { Refusal } from '../refusals.ts';
import { bodyTooLarge } from './load-kind.ts';

/**
 * Watches a body as it passes: its length, and the characters between which it stands. That tells an empty body, one
 * of another kind and a cut array at once. What is in its operations, and so in its lines, is left to the job.
 */
export class BodySniffer {
  bytes = 0;
  #first: number | undefined;
  #last: number | undefined;
  readonly #kind: BodyKind;
  readonly #maxBytes: number;

  constructor(kind: BodyKind, maxBytes: number) {
    this.#kind = kind;
    this.#maxBytes = maxBytes;
  }

  /** Passes the chunks on. @throws Refusal `payload_too_large` or `malformed`, as soon as that is known */
  async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#take(chunk);
      yield chunk;
    }
    if (this.#first === undefined) throw new Refusal('malformed', 'the body is empty');
    if (this.#isArray() && this.#last !== CLOSE_BRACKET) throw notAnArray();
  }

  #take(chunk: Buffer): void {
    if (this.bytes === 0 && isGzip(chunk)) {
      throw new Refusal('malformed', 'the body is gzip, but there is no header Content-Encoding: gzip');
    }
    this.bytes += chunk.length;
    if (this.bytes > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
    this.#first ??= firstVisible(chunk);
    if (!this.#isArray()) return;
    if (this.#first !== undefined && this.#first !== OPEN_BRACKET) throw notAnArray();
    this.#last = chunk.findLast(isVisible) ?? this.#last;
  }

  #isArray(): boolean {
    return this.#kind !== 'jsonLines';
  }
}

function notAnArray(): Refusal {
  return new Refusal('malformed', 'the body must be one JSON array');
}

/** A plain loop: a gigabyte of blanks may come. */
function firstVisible(chunk: Buffer): number | undefined {
  for (let at = 0; at < chunk.length; at++) {
    const byte = chunk[at];
    if (byte !== undefined && isVisible(byte)) return byte;
  }
  return undefined;
}

/** White space of JSON does not count. */
function isVisible(byte: number): boolean {
  return byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09;
}
