import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  LINE_FEED,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../base/json/ascii.ts';
import { NestingScanner } from '../../base/json/nesting-scanner.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import { CarriedText, MAX_TEXT_BYTES, type TextHandler, type TextSplitter } from './text-handler.ts';

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
  /** Of the element, or of the string outside of elements, that is read. */
  readonly #nesting = new NestingScanner();
  #inElement = false;
  #line = 1;
  #elementLine = 1;
  /** The last string outside of elements, with its quotes. */
  #string: Buffer = Buffer.alloc(0);
  #hasRoot = false;

  constructor(handler: TextHandler, isElement: IsElement) {
    this.#handler = handler;
    this.#isElement = isElement;
  }

  push(chunk: Buffer): void {
    let offset = 0;
    while (offset < chunk.length) {
      if (!this.#nesting.isOpen && !this.#begins(chunk[offset] as number)) {
        offset++;
        continue;
      }
      const end = this.#nesting.skip(chunk, offset);
      const piece = chunk.subarray(offset, end);
      if (this.#inElement) this.#readElement(piece);
      else if (this.#string.length < MAX_NAME_BYTES) this.#string = Buffer.concat([this.#string, piece]);
      for (let feed = piece.indexOf(LINE_FEED); feed >= 0; feed = piece.indexOf(LINE_FEED, feed + 1))
        this.#line++;
      offset = end;
    }
  }

  end(): void {
    if (!(this.#inElement && this.#nesting.isOpen) && this.#open.length === 0 && this.#hasRoot) return;
    const message = this.#hasRoot ? 'the JSON ends too early: brackets are not closed' : 'there is no JSON';
    this.#handler.problem('json.cut', message, this.#line);
  }

  /** Does an element or a string begin? Takes any other byte outside of elements. */
  #begins(byte: number): boolean {
    const isBracket = byte === OPEN_BRACE || byte === OPEN_BRACKET;
    this.#hasRoot ||= isBracket;
    this.#inElement = byte === OPEN_BRACE && this.#isWanted();
    if (this.#inElement) this.#elementLine = this.#line;
    if (byte === QUOTE) this.#string = Buffer.alloc(0);
    if (this.#inElement || byte === QUOTE) return true;
    const parent = this.#open.at(-1);
    if (byte === LINE_FEED) this.#line++;
    else if (isBracket) this.#open.push({ isList: byte === OPEN_BRACKET, key: '' });
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#open.pop();
    else if (byte === COLON) {
      if (parent !== undefined) parent.key = this.#string.toString('utf8', 1, this.#string.length - 1);
    } else if (!isSpace(byte) && byte !== COMMA && parent?.isList === true && this.#isWanted())
      this.#handler.problem('json.syntax', 'the list contains values that are not objects', this.#line, 1);
    return false;
  }

  #isWanted(): boolean {
    const isInList = this.#open.at(-1)?.isList === true;
    const parents = isInList ? this.#open.slice(0, -1) : this.#open;
    return this.#isElement(
      parents.map(({ key }) => key),
      isInList,
    );
  }

  #readElement(piece: Buffer): void {
    if (!this.#nesting.isOpen) {
      const whole = this.#carried.length === 0 ? piece : this.#carried.take(piece);
      this.#handler.text(whole, 0, whole.length, this.#elementLine, 1);
      return;
    }
    this.#carried.add(piece);
    if (this.#carried.length <= MAX_TEXT_BYTES) return;
    const message = `an element is longer than ${formatCount(MAX_TEXT_BYTES)} bytes`;
    this.#handler.problem('json.element_too_long', message, this.#elementLine);
  }
}
