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
import {
  CarriedText,
  MAX_TEXT_BYTES,
  type TextHandler,
  type TextSplitter,
} from '../../../catalog/splitting/text-handler.ts';

/** Longer names are in no path. */
const MAX_NAME_BYTES = 1_000;

/** Is an object to be cut out? @param path members down to where it stands; of what is in a list, down to the list */
export type IsElement = (path: readonly string[], isInList: boolean) => boolean;

/** The elements of the list at a path; of an empty path a root that is no list is an element, too. */
export function matchElementsAt(path: readonly string[]): IsElement {
  const wanted = JSON.stringify(path);
  return (found, isInList) => (isInList || path.length === 0) && JSON.stringify(found) === wanted;
}

/**
 * Cuts objects out of JSON, such as the elements of one of its lists. Whether they are JSON is for the handler to find out.
 */
export class JsonListSplitter implements TextSplitter {
  readonly #handler: TextHandler;
  readonly #isElement: IsElement;
  /** Open brackets outside of elements; of an object the member whose value comes. */
  readonly #open: { isList: boolean; key: string }[] = [];
  readonly #carried = new CarriedText();
  #line = 1;
  #inString = false;
  #afterBackslash = false;
  /** Bytes of the last string outside of elements. */
  #string: number[] = [];
  /** Depth inside the element that is read; 0 outside of any. */
  #depth = 0;
  #elementLine = 1;
  #hasRoot = false;

  constructor(handler: TextHandler, isElement: IsElement) {
    this.#handler = handler;
    this.#isElement = isElement;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let offset = 0; offset < chunk.length; offset++) {
      const byte = chunk[offset] as number;
      if (byte === LINE_FEED) this.#line++;
      if (this.#inString) this.#readInString(byte);
      else if (byte === QUOTE) {
        this.#inString = true;
        if (this.#depth === 0) this.#string = [];
      } else if (this.#depth === 0) {
        if (!isSpace(byte)) this.#readOutside(byte);
        if (this.#depth > 0) start = offset;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth--;
        if (this.#depth === 0) this.#emit(chunk, start, offset + 1);
      }
    }
    if (this.#depth > 0) this.#carry(chunk.subarray(start));
  }

  end(): void {
    if (this.#depth === 0 && this.#open.length === 0 && this.#hasRoot) return;
    const message = this.#hasRoot ? 'the JSON ends too early: brackets are not closed' : 'there is no JSON';
    this.#handler.problem('json.cut', message, this.#line);
  }

  #readInString(byte: number): void {
    if (this.#afterBackslash) this.#afterBackslash = false;
    else if (byte === BACKSLASH) this.#afterBackslash = true;
    else if (byte === QUOTE) this.#inString = false;
    if (this.#inString && this.#depth === 0 && this.#string.length < MAX_NAME_BYTES) this.#string.push(byte);
  }

  #readOutside(byte: number): void {
    const parent = this.#open.at(-1);
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#hasRoot = true;
      if (byte === OPEN_BRACE && this.#isWanted()) {
        this.#depth = 1;
        this.#elementLine = this.#line;
      } else this.#open.push({ isList: byte === OPEN_BRACKET, key: '' });
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#open.pop();
    else if (byte === COLON) {
      if (parent !== undefined) parent.key = Buffer.from(this.#string).toString('utf8');
    } else if (byte !== COMMA && parent?.isList === true && this.#isWanted())
      this.#handler.problem('json.syntax', 'the list holds something else than objects', this.#line, 1);
  }

  #isWanted(): boolean {
    const isInList = this.#open.at(-1)?.isList === true;
    const parents = isInList ? this.#open.slice(0, -1) : this.#open;
    return this.#isElement(
      parents.map(({ key }) => key),
      isInList,
    );
  }

  #carry(rest: Buffer): void {
    this.#carried.add(rest);
    if (this.#carried.length <= MAX_TEXT_BYTES) return;
    const message = `an element is longer than ${formatCount(MAX_TEXT_BYTES)} bytes`;
    this.#handler.problem('json.element_too_long', message, this.#elementLine);
  }

  #emit(chunk: Buffer, start: number, end: number): void {
    const isWhole = this.#carried.length === 0;
    const whole = isWhole ? chunk.subarray(start, end) : this.#carried.take(chunk.subarray(0, end));
    this.#handler.text(whole, 0, whole.length, this.#elementLine, 1);
  }
}
