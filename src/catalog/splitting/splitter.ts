import { isSpace, OPEN_BRACKET } from '../../base/json/ascii.ts';
import { ArraySplitter } from './array-splitter.ts';
import { LineSplitter } from './line-splitter.ts';
import type { TextHandler, TextSplitter } from './text-handler.ts';

/** How operations are laid out: one a line, one JSON array, or to be found out from the first byte. */
export type InputLayout = 'jsonlines' | 'json-patch' | 'auto';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Cuts an input into texts whatever its layout, which the first byte that is not white space tells: `[` begins an
 * array. A byte order mark is reported and left out.
 */
export class InputSplitter implements TextSplitter {
  /** The bytes that came before the layout was known. */
  #head: Buffer = Buffer.alloc(0);
  #splitter: TextSplitter | undefined;
  readonly #handler: TextHandler;
  readonly #layout: InputLayout;

  constructor(handler: TextHandler, layout: InputLayout = 'auto') {
    this.#handler = handler;
    this.#layout = layout;
  }

  /** Is the input a JSON array? Known once its first byte is. */
  get isArray(): boolean {
    return this.#splitter instanceof ArraySplitter;
  }

  push(chunk: Uint8Array): void {
    if (this.#splitter !== undefined) {
      this.#splitter.push(chunk);
      return;
    }
    this.#head = Buffer.concat([this.#head, chunk]);
    if (this.#isHeadTelling()) this.#begin();
  }

  end(): void {
    if (this.#splitter === undefined) this.#begin();
    this.#splitter?.end();
  }

  /** Is there enough of the input to know of a byte order mark and of the layout? */
  #isHeadTelling(): boolean {
    if (this.#head.length < BYTE_ORDER_MARK.length) return false;
    return this.#head.length >= 4096 || this.#findFirstByte() !== undefined;
  }

  #hasMark(): boolean {
    return this.#head.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  }

  #findFirstByte(): number | undefined {
    const from = this.#hasMark() ? BYTE_ORDER_MARK.length : 0;
    return this.#head.subarray(from).find((byte) => !isSpace(byte));
  }

  #begin(): void {
    const isArray =
      this.#layout === 'auto' ? this.#findFirstByte() === OPEN_BRACKET : this.#layout === 'json-patch';
    this.#splitter = isArray ? new ArraySplitter(this.#handler) : new LineSplitter(this.#handler);
    const hasMark = this.#hasMark();
    if (hasMark)
      this.#handler.problem('file.byte_order_mark', 'the file begins with a byte order mark', 1, 1);
    this.#splitter.push(hasMark ? this.#head.subarray(BYTE_ORDER_MARK.length) : this.#head);
    this.#head = Buffer.alloc(0);
  }
}
