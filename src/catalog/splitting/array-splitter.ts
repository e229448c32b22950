import { CLOSE_BRACKET, COMMA, isSpace, OPEN_BRACKET } from '../../base/json/ascii.ts';
import { NestingScanner } from '../../base/json/nesting-scanner.ts';
import { describeByte, locateOffset } from '../../base/json/problem.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { CarriedText, MAX_TEXT_BYTES, type TextHandler, type TextSplitter } from './text-handler.ts';

type State =
  | 'before' // the array has not begun
  | 'first' // behind the opening bracket
  | 'next' // behind a comma
  | 'element'
  | 'after' // behind the closing bracket
  | 'stopped'; // nothing that follows can be told apart

const EXPECTED: Readonly<Partial<Record<State, string>>> = {
  before: "'[', which begins a JSON Patch array",
  after: 'the end of the text',
};

/**
 * Cuts one JSON array into the texts of its elements as they stream in. It only looks for where elements end;
 * whether an element is JSON is for the handler to find out.
 */
export class ArraySplitter implements TextSplitter {
  #state: State = 'before';
  readonly #nesting = new NestingScanner();
  /** Where the first byte not yet counted stands. */
  #line = 1;
  #column = 1;
  /** Where the current element starts. */
  #elementLine = 1;
  #elementColumn = 1;
  readonly #carried = new CarriedText();
  readonly #handler: TextHandler;

  constructor(handler: TextHandler) {
    this.#handler = handler;
  }

  push(chunk: Uint8Array): void {
    let index = 0;
    while (index < chunk.length && this.#state !== 'stopped')
      index = this.#state === 'element' ? this.#readElement(chunk, index) : this.#readBetween(chunk, index);
  }

  end(): void {
    if (this.#state === 'stopped' || this.#state === 'after') return;
    if (this.#state === 'element') this.#emit(new Uint8Array(0), 0, 0);
    const message =
      this.#state === 'before'
        ? 'a JSON array was expected, but there is none'
        : "the array's ']' is missing";
    this.#stop('json.syntax', message);
  }

  /** Handles bytes outside of elements; returns where to continue. */
  #readBetween(chunk: Uint8Array, start: number): number {
    let offset = start;
    while (offset < chunk.length && isSpace(chunk[offset])) offset++;
    this.#advance(chunk, start, offset);
    if (offset === chunk.length) return offset;
    const byte = chunk[offset];
    if (this.#state === 'before' || this.#state === 'after') {
      if (this.#state === 'after' || byte !== OPEN_BRACKET) return this.#reject(chunk, offset);
      this.#state = 'first';
    } else if (byte === CLOSE_BRACKET && this.#state === 'first') this.#state = 'after';
    else if (byte === CLOSE_BRACKET || byte === COMMA) return this.#reject(chunk, offset);
    else {
      this.#state = 'element';
      this.#elementLine = this.#line;
      this.#elementColumn = this.#column;
      return offset;
    }
    this.#advance(chunk, offset, offset + 1);
    return offset + 1;
  }

  /** Handles bytes of an element up to its end or that of the chunk; returns where to continue. */
  #readElement(chunk: Uint8Array, start: number): number {
    const end = this.#findElementEnd(chunk, start);
    this.#advance(chunk, start, Math.min(end + 1, chunk.length));
    if (this.#carried.length + end - start > MAX_TEXT_BYTES) {
      this.#stop('line.too_long', `an element is longer than ${formatCount(MAX_TEXT_BYTES)} bytes`);
      return chunk.length;
    }
    if (end === chunk.length) {
      this.#carried.add(chunk.subarray(start));
      return end;
    }
    this.#emit(chunk, start, end);
    this.#state = chunk[end] === COMMA ? 'next' : 'after';
    return end + 1;
  }

  /** The offset of the comma or bracket that ends the element, or the chunk's length. */
  #findElementEnd(chunk: Uint8Array, start: number): number {
    let offset = start;
    while (offset < chunk.length) {
      const byte = chunk[offset];
      if (!this.#nesting.isOpen && (byte === COMMA || byte === CLOSE_BRACKET)) break;
      offset = this.#nesting.skip(chunk, offset);
    }
    return offset;
  }

  #emit(chunk: Uint8Array, start: number, end: number): void {
    if (this.#carried.length === 0) {
      this.#handler.text(chunk, start, end, this.#elementLine, this.#elementColumn);
      return;
    }
    const whole = this.#carried.take(chunk.subarray(start, end));
    this.#handler.text(whole, 0, whole.length, this.#elementLine, this.#elementColumn);
  }

  #reject(chunk: Uint8Array, offset: number): number {
    const expected = EXPECTED[this.#state] ?? 'an operation';
    const isAscii = (chunk[offset] as number) < 0x80;
    const byte = isAscii ? describeByte(chunk, offset, chunk.length) : 'a character that is not ASCII';
    this.#stop('json.syntax', `expected ${expected}, but found ${byte}`);
    return chunk.length;
  }

  #stop(code: string, message: string): void {
    this.#state = 'stopped';
    this.#carried.clear();
    this.#handler.problem(code, message, this.#line, this.#column);
  }

  #advance(chunk: Uint8Array, from: number, to: number): void {
    if (from === to) return;
    const place = locateOffset(chunk, from, to);
    this.#column = place.lineFeeds === 0 ? this.#column + place.column - 1 : place.column;
    this.#line += place.lineFeeds;
  }
}
