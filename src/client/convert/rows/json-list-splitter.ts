import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../base/json/ascii.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { CarriedText, type TextHandler, type TextSplitter } from '../../../catalog/splitting/text-handler.ts';

/** Where the reading is, outside of elements. */
interface Level {
  isArray: boolean;
  /** The member whose value comes, in an object. */
  key: string;
}

/**
 * Cuts the elements of one list out of a JSON text as it streams in: of the list at a path such as `products`, or of the
 * root where the path is empty. A root that is an object and no list is one element by itself. It only looks for where
 * elements begin and end; whether they are JSON is for the handler to find out.
 */
export class JsonListSplitter implements TextSplitter {
  readonly #handler: TextHandler;
  readonly #path: readonly string[];
  readonly #maxBytes: number;
  readonly #levels: Level[] = [];
  readonly #carried = new CarriedText();
  #line = 1;
  /** The string that is read: of a key its bytes are kept. */
  #inString = false;
  #afterBackslash = false;
  #key: number[] = [];
  #expectsKey = false;
  /** Depth inside the element that is read; 0 outside of any. */
  #elementDepth = 0;
  #elementLine = 1;
  #hasRoot = false;

  constructor(handler: TextHandler, path: readonly string[], maxBytes: number) {
    this.#handler = handler;
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (byte === LINE_FEED) this.#line++;
      if (this.#inString) this.#stringByte(byte);
      else if (byte === QUOTE) this.#beginString();
      else if (this.#elementDepth > 0) {
        if (this.#nestedByte(byte)) {
          this.#emit(chunk, start, at + 1);
          start = at + 1;
        }
      } else if (this.#outerByte(byte, at)) start = at;
    }
    if (this.#elementDepth > 0) this.#carry(chunk.subarray(start));
  }

  end(): void {
    if (this.#elementDepth === 0 && this.#levels.length === 0 && this.#hasRoot) return;
    const message = this.#hasRoot ? 'the JSON ends too early: brackets are not closed' : 'there is no JSON';
    this.#handler.problem('json.cut', message, this.#line);
  }

  #beginString(): void {
    this.#inString = true;
    if (this.#expectsKey && this.#elementDepth === 0) this.#key = [];
  }

  #stringByte(byte: number): void {
    if (this.#afterBackslash) this.#afterBackslash = false;
    else if (byte === BACKSLASH) this.#afterBackslash = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      return;
    }
    // Of names longer than any that a path has, the beginning is enough to tell them apart.
    if (this.#expectsKey && this.#elementDepth === 0 && this.#key.length < 1_000) this.#key.push(byte);
  }

  /** Inside an element. Did it end here? */
  #nestedByte(byte: number): boolean {
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#elementDepth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return --this.#elementDepth === 0;
    return false;
  }

  /** Outside of elements. Does one begin here? */
  #outerByte(byte: number, _at: number): boolean {
    const level = this.#levels.at(-1);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#hasRoot = true;
      if (this.#isElement(byte)) {
        this.#elementDepth = 1;
        this.#elementLine = this.#line;
        return true;
      }
      this.#levels.push({ isArray: byte === OPEN_BRACKET, key: '' });
      this.#expectsKey = byte === OPEN_BRACE;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      this.#levels.pop();
      this.#expectsKey = false;
    } else if (byte === COLON && level !== undefined) {
      level.key = Buffer.from(this.#key).toString('utf8');
      this.#expectsKey = false;
    } else if (byte === COMMA) this.#expectsKey = level?.isArray === false;
    else if (!isSpace(byte) && level?.isArray === true && this.#isAtPath()) this.#strange();
    return false;
  }

  /** An object in the list at the path; with an empty path also a root that is no list. */
  #isElement(byte: number): boolean {
    if (byte !== OPEN_BRACE) return false;
    const isInList = this.#levels.at(-1)?.isArray === true && this.#isAtPath();
    return isInList || (this.#levels.length === 0 && this.#path.length === 0);
  }

  /** Do the members on the way to the innermost list make the path? */
  #isAtPath(): boolean {
    const levels = this.#levels;
    if (levels.length !== this.#path.length + 1) return false;
    for (let at = 0; at < this.#path.length; at++) if (levels[at]?.key !== this.#path[at]) return false;
    return true;
  }

  #strange(): void {
    this.#handler.problem('json.syntax', 'the list holds something else than objects', this.#line, 1);
  }

  #carry(rest: Uint8Array): void {
    this.#carried.add(rest);
    if (this.#carried.length > this.#maxBytes)
      this.#handler.problem(
        'json.element_too_long',
        `an element is longer than ${formatCount(this.#maxBytes)} bytes`,
        this.#elementLine,
      );
  }

  #emit(chunk: Uint8Array, start: number, end: number): void {
    if (this.#carried.length === 0) {
      this.#handler.text(chunk, start, end, this.#elementLine, 1);
      return;
    }
    const whole = this.#carried.take(chunk.subarray(start, end));
    this.#handler.text(whole, 0, whole.length, this.#elementLine, 1);
  }
}
